import { getPriority, setPriority } from 'node:os';
import { CASES } from './cases/index.ts';
import { Attack } from './attack.ts';
import type { Abuse } from './case.ts';
import { serve } from './side.ts';
import type { Counts } from './tally.ts';
import { type Founded, Tenant } from './tenant.ts';

/** The generator yields to the product and to the honest user, who must not wait for this process. */
const NICER = 10;
const LOWEST_PRIORITY = 19;

interface Prepared {
  readonly abuse: Abuse;
  readonly origin: string;
}

interface UnderWay {
  readonly attack: Attack;
  readonly work: Promise<unknown>;
}

let prepared: Prepared | undefined;
let underWay: UnderWay | undefined;

/** Creates what a case needs, in a new project. */
async function prepare({ name, founded }: { name: string; founded: Founded }): Promise<void> {
  const chosen = CASES.find((one) => one.name === name);
  if (!chosen) throw new Error(`There is no case "${name}".`);
  const tenant = await Tenant.withProject(founded, name);
  prepared = { abuse: await chosen.prepare(tenant), origin: tenant.origin };
}

/** Begins the attack. */
function begin(_: null): void {
  if (!prepared) throw new Error('Nothing is prepared.');
  const attack = new Attack(prepared.origin);
  const work = prepared.abuse(attack);
  work.catch(() => undefined);
  underWay = { attack, work };
}

/** The outcomes of the attack's requests so far. */
function look(_: null): Counts {
  return underWay?.attack.tally.counts ?? {};
}

/** Ends the attack. Returns the outcomes of its requests. */
async function end(_: null): Promise<Counts> {
  if (!underWay) throw new Error('Nothing is under way.');
  underWay.attack.end();
  await underWay.work;
  return underWay.attack.tally.counts;
}

const SKILLS = { prepare, begin, look, end };
export type GeneratorSkills = typeof SKILLS;

setPriority(Math.min(LOWEST_PRIORITY, getPriority() + NICER));
serve(SKILLS);
