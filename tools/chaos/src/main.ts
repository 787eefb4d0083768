import { parseArgs } from 'node:util';
import { stoppable } from '@pks/stack';
import { Chance } from './chance.ts';
import { chaos } from './chaos.ts';
import { byChance } from './killer.ts';
import { report } from './report.ts';

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '100' }, seed: { type: 'string' } },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
const kills = Number(values.kills);
if (!Number.isInteger(kills) || kills < 1 || !Number.isInteger(seed)) {
  console.error('Use: npm run chaos -- [--kills N] [--seed N], each a whole number.');
  process.exit(2);
}
console.log(`Seed ${seed}: --seed ${seed} makes the same choices again.`);
await stoppable(async () => {
  const chance = new Chance(seed);
  const outcome = await chaos({
    plans: byChance(chance, kills),
    chance,
    report: (sentence) => console.log(sentence),
  });
  console.log(report(outcome));
  process.exitCode = outcome.findings.length === 0 ? 0 : 1;
});
