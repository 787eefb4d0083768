import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { it } from 'node:test';

const PROGRAM = `
  import { commandOptions, wholeNumber } from '${new URL('./command-options.ts', import.meta.url).href}';
  const { size } = commandOptions({ size: { type: 'string', default: '3' } }, 'Use: it [--size N]');
  process.stdout.write('size ' + wholeNumber('size', size, 'Use: it [--size N]'));`;

function run(...args: readonly string[]): { code: number | null; out: string; err: string } {
  const inline = ['--input-type=module-typescript', '--eval', PROGRAM, '--', 'it', ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, inline, { encoding: 'utf8' });
  return { code: status, out: stdout.trim(), err: stderr.trim() };
}

it('reads options and their defaults', () => {
  assert.deepEqual(run(), { code: 0, out: 'size 3', err: '' });
  assert.deepEqual(run('--size', '12'), { code: 0, out: 'size 12', err: '' });
});

it('says how the command is used', () => {
  assert.deepEqual(run('--help'), { code: 0, out: 'Use: it [--size N]', err: '' });
});

it('says what is wrong and how the command is used, without a stack', () => {
  for (const [args, reason] of [
    [['--sise', '12'], /^Unknown option '--sise'.*\nUse: it/],
    [['--size'], /^Option '--size <value>' argument missing\nUse: it/],
    [['--size', '0'], /^--size needs a positive whole number, not "0"\.\nUse: it/],
    [['--size', '1e3'], /^--size needs a positive whole number, not "1e3"\.\nUse: it/],
    [['12'], /^Unexpected argument '12'.*\nUse: it/],
  ] as const) {
    const { code, out, err } = run(...args);
    assert.equal(code, 2);
    assert.equal(out, '');
    assert.match(err, reason);
    assert.doesNotMatch(err, /\bat /);
  }
});
