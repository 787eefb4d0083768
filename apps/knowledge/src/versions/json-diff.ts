import type { PatchOperation } from '@pks/contracts';
import { type Operation, createPatch } from 'rfc6902';

/** Arrays whose lengths multiply to more are replaced whole: comparing them item by item would take too long. */
const MAX_PAIRS = 40_000;
/** A comparison of more pairs of values than this is given up, and the whole is replaced. */
const MAX_COMPARISONS = 300_000;

class TooMuch extends Error {}

/** The JSON Patch (RFC 6902) that turns one value into another: `add`, `remove` and `replace` alone, in bounded time. */
export function jsonDiff(from: unknown, to: unknown): PatchOperation[] {
  try {
    return createPatch(from, to, bounded()).map(asOperation);
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error;
    return [{ op: 'replace', path: '', value: to }];
  }
}

type Differ = NonNullable<Parameters<typeof createPatch>[2]>;

function bounded(): Differ {
  let comparisons = 0;
  return (input: unknown, output: unknown, pointer) => {
    comparisons += 1;
    if (comparisons > MAX_COMPARISONS) throw new TooMuch();
    if (!Array.isArray(input) || !Array.isArray(output)) return undefined;
    if (input.length * output.length <= MAX_PAIRS) return undefined;
    return [{ op: 'replace', path: pointer.toString(), value: output }];
  };
}

function asOperation(operation: Operation): PatchOperation {
  const { op, path } = operation;
  if (op === 'remove') return { op, path };
  if (op === 'add' || op === 'replace') return { op, path, value: operation.value };
  throw new Error(`A comparison never makes the operation ${op}.`);
}
