import { parseArgs } from 'node:util';
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
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());

console.log(`Seed ${seed}: --seed ${seed} makes the same choices again.`);
const chance = new Chance(seed);
const outcome = await chaos({
  plans: byChance(chance, kills),
  chance,
  report: (sentence) => console.log(sentence),
  signal: stopping.signal,
});
console.log(report(outcome));
process.exitCode = outcome.findings.length === 0 ? 0 : 1;
