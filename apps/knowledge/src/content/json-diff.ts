import type { PatchOperation } from '@pks/contracts';
import { diffArrays } from 'diff';
import { MAX_STEPS, editsWithin, stepsOf } from './diff-steps.ts';
import { isObject } from './is-object.ts';
import { ValueNumbers } from './value-numbers.ts';

/** A patch whose paths are longer than this in total is replaced by the whole new value. Characters. */
const MAX_PATHS = 4 * 1024 * 1024;

/**
 * The JSON Patch (RFC 6902) that turns one value into another, using only `add`, `remove` and `replace`. To limit time and size, an array
 * with too many differences is replaced as a whole, and so is everything if all paths together would be too long.
 */
export function jsonDiff(from: unknown, to: unknown): PatchOperation[] {
  const comparison = new Comparison();
  comparison.values('', from, to);
  return comparison.outgrown ? [{ op: 'replace', path: '', value: to }] : comparison.operations;
}

class Comparison {
  readonly operations: PatchOperation[] = [];
  private readonly numbers = new ValueNumbers();
  private steps = MAX_STEPS;
  private paths = 0;

  get outgrown(): boolean {
    return this.paths > MAX_PATHS;
  }

  values(path: string, from: unknown, to: unknown): void {
    if (this.outgrown || this.numbers.of(from) === this.numbers.of(to)) return;
    if (Array.isArray(from) && Array.isArray(to)) this.arrays(path, from, to);
    else if (isObject(from) && isObject(to)) this.objects(path, from, to);
    else this.add({ op: 'replace', path, value: to });
  }

  private objects(path: string, from: Members, to: Members): void {
    for (const key of Object.keys(from)) {
      if (!Object.hasOwn(to, key)) this.add({ op: 'remove', path: member(path, key) });
    }
    for (const [key, value] of Object.entries(to)) {
      if (Object.hasOwn(from, key)) this.values(member(path, key), from[key], value);
      else this.add({ op: 'add', path: member(path, key), value });
    }
  }

  private arrays(path: string, from: unknown[], to: unknown[]): void {
    const stretches = this.differences(from, to);
    if (!stretches) return this.add({ op: 'replace', path, value: to });
    for (const { start, end, at, upTo } of stretches) {
      this.stretch(path, at, from.slice(start, end), to.slice(at, upTo));
    }
  }

  /** Patches a stretch at its position in the array as already patched: items are replaced pairwise, and the rest is removed or added. */
  private stretch(path: string, at: number, removed: unknown[], added: unknown[]): void {
    const both = Math.min(removed.length, added.length);
    for (let n = 0; n < both; n += 1) this.values(`${path}/${at + n}`, removed[n], added[n]);
    for (let n = both; n < removed.length; n += 1) this.add({ op: 'remove', path: `${path}/${at + both}` });
    for (let n = both; n < added.length; n += 1) {
      this.add({ op: 'add', path: `${path}/${at + n}`, value: added[n] });
    }
  }

  /** The differences of the arrays, in order; undefined if finding them would exceed the remaining steps. */
  private differences(from: unknown[], to: unknown[]): Stretch[] | undefined {
    const tokens = from.length + to.length;
    const number = (item: unknown): number => this.numbers.of(item);
    const maxEditLength = editsWithin(this.steps, tokens);
    const changes = diffArrays(from.map(number), to.map(number), { maxEditLength });
    const edits = changes ? countOf(changes) : maxEditLength;
    this.steps -= stepsOf(edits, tokens);
    return changes && stretchesOf(changes);
  }

  private add(operation: PatchOperation): void {
    this.operations.push(operation);
    this.paths += operation.path.length;
  }
}

type Members = Readonly<Record<string, unknown>>;

interface Change {
  readonly count: number;
  readonly added: boolean;
  readonly removed: boolean;
}

/** Items `start` to `end` of the old array, which items `at` to `upTo` of the new one replace. */
interface Stretch {
  readonly start: number;
  end: number;
  readonly at: number;
  upTo: number;
}

function stretchesOf(changes: readonly Change[]): Stretch[] {
  const stretches: Stretch[] = [];
  let open: Stretch = { start: 0, end: 0, at: 0, upTo: 0 };
  for (const { count, added, removed } of changes) {
    const end = open.end + (added ? 0 : count);
    const upTo = open.upTo + (removed ? 0 : count);
    if (added || removed) {
      open.end = end;
      open.upTo = upTo;
      if (stretches.at(-1) !== open) stretches.push(open);
    } else {
      open = { start: end, end, at: upTo, upTo };
    }
  }
  return stretches;
}

function countOf(changes: readonly Change[]): number {
  return changes.reduce((sum, { count, added, removed }) => (added || removed ? sum + count : sum), 0);
}

/** A step down a JSON Pointer (RFC 6901). */
function member(path: string, key: string): string {
  return `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
