import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';

const HOOKS = new URL('../fixtures/service/typescript.mjs', import.meta.url).href;
const MODULE = new URL('../../src/boot/quiet-collection.ts', import.meta.url).href;
const MIB = 1024 * 1024;

/** A process that holds some 20 MB, and held 60 more. It prints what its looks returned, once busy and twice quiet, and its heap before and after. */
const PROGRAM = `
  const { QuietCollection } = await import(${JSON.stringify(MODULE)});
  const collection = QuietCollection.ofProcess();
  const objects = (length) => Array.from({ length }, (_, index) => ({ index, text: String(index) }));
  const heap = () => process.memoryUsage().heapTotal;
  const kept = objects(300_000);
  let held = objects(1_000_000);
  held = kept.length;
  const before = heap();
  const looks = [0.5, 0, 0].map((utilization) => collection?.look(utilization) ?? null);
  console.log(JSON.stringify({ looks, before, after: heap(), kept: kept.length }));
`;

interface Printed {
  readonly looks: readonly (boolean | null)[];
  readonly before: number;
  readonly after: number;
}

async function printed(...options: readonly string[]): Promise<Printed> {
  const args = [...options, '--import', HOOKS, '--input-type=module', '--eval', PROGRAM];
  const env = { ...process.env, NODE_OPTIONS: '' };
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  const result: Printed = JSON.parse(stdout);
  return result;
}

test('a process that has become quiet returns its memory, once', async () => {
  const { looks, before, after } = await printed('--expose-gc');
  expect(looks).toEqual([false, true, false]);
  expect(before - after).toBeGreaterThan(20 * MIB);
});

test('a process without the collector at hand keeps it', async () => {
  expect((await printed()).looks).toEqual([null, null, null]);
});
