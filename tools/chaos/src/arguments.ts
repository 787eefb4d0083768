import { parseArgs } from 'node:util';

/** The usage of the tool. */
export const USE = [
  'Use: npm run chaos -- [--kills N] [--seed N], each a whole number,',
  '  or npm run chaos -- --case NAME [--case NAME …] [--restarts N], or --case all, or --list.',
].join('\n');
const MOST_RESTARTS = 1_000;

/** What a run of the tool does. */
export type Run =
  | { readonly what: 'kills'; readonly kills: number; readonly seed: number }
  | { readonly what: 'cases'; readonly names: readonly string[]; readonly restarts: number }
  | { readonly what: 'list' }
  | { readonly what: 'help' };

/** Parses the command line; `known` are the names of the cases. @throws Error that states the usage */
export function readArguments(args: readonly string[], known: readonly string[]): Run {
  const values = parsed(args);
  const ofKills = values.kills !== undefined || values.seed !== undefined;
  if (values.help === true) return { what: 'help' };
  if (values.list === true) return { what: 'list' };
  if (values.case === undefined) {
    if (values.restarts !== undefined) throw new Error(USE);
    const seed = values.seed ?? String(Math.floor(Math.random() * 1_000_000));
    return { what: 'kills', kills: whole(values.kills ?? '100', 1), seed: whole(seed, 0) };
  }
  if (ofKills) throw new Error(USE);
  const wrong = values.case.find((name) => name !== 'all' && !known.includes(name));
  if (wrong !== undefined) throw new Error(`There is no case ${wrong}: ${known.join(', ')}, or all.`);
  const names = values.case.includes('all') ? known : [...new Set(values.case)];
  return { what: 'cases', names, restarts: whole(values.restarts ?? '20', 1, MOST_RESTARTS) };
}

function parsed(args: readonly string[]) {
  try {
    const options = {
      kills: { type: 'string' },
      seed: { type: 'string' },
      case: { type: 'string', multiple: true },
      restarts: { type: 'string' },
      list: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    } as const;
    return parseArgs({ args: [...args], options }).values;
  } catch {
    throw new Error(USE);
  }
}

function whole(text: string, least: number, most = Number.MAX_SAFE_INTEGER): number {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new Error(USE);
}
