import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { TEST_SECRET } from '@pks/testing';

const DATABASE_URL = 'postgres://nobody@127.0.0.1:9/none';

function run(args: readonly string[], env: Readonly<Record<string, string>>): SpawnSyncReturns<string> {
  const [program = '', ...more] = args;
  const path = fileURLToPath(new URL(`../dist/${program}`, import.meta.url));
  return spawnSync(process.execPath, [path, ...more], {
    env: { DATABASE_URL, ...env },
    encoding: 'utf8',
    timeout: 120_000,
    killSignal: 'SIGKILL',
  });
}

describe('the start of the search service', () => {
  it('stops where the folder of the index cannot be made, in one sentence that names the variable', () => {
    const { status, stdout, stderr } = run(['main.js'], {
      CALLER_SECRET: TEST_SECRET,
      SEARCH_INDEX: '/proc/x',
    });
    expect(stderr).toMatch(/^search cannot start: The environment is not usable\. SEARCH_INDEX: [^\n]*\n$/);
    expect(stdout).toBe('');
    expect(status).toBe(1);
  });
});

describe('the command that rebuilds the index', () => {
  it.each(['--help', '-h'])('says how it is used (%s), and asks for no database', (asked) => {
    const { status, stdout, stderr } = run(['rebuild-search.js', asked], { DATABASE_URL: '' });
    expect(stdout).toMatch(/^It takes no arguments\. [^\n]*\n$/);
    expect([status, stderr]).toEqual([0, '']);
  });

  it('takes no arguments: one that it does not know is refused before anything is done', () => {
    const { status, stdout, stderr } = run(['rebuild-search.js', '--now'], {});
    expect(stderr).toBe('Rebuilding the search index takes no arguments, such as "--now".\n');
    expect(stdout).toBe('');
    expect(status).toBe(1);
  });

  it.each([
    ['SEARCH_DATABASE_URL', '127.0.0.1:5432/none'],
    ['DATABASE_URL', 'postgres://a:p#b@127.0.0.1/none'],
  ])('refuses a %s that cannot be read, by its name', (variable, address) => {
    const { status, stdout, stderr } = run(['rebuild-search.js'], { [variable]: address });
    expect(stderr).toMatch(new RegExp(`^The environment is not usable\\. ${variable}: [^\\n]*\\n$`));
    expect(stdout).toBe('');
    expect(status).toBe(1);
  });

  it('says in one sentence why the database cannot be used', () => {
    const { status, stdout, stderr } = run(['rebuild-search.js'], {});
    expect(stderr).toMatch(/^The database cannot be used: [^\n]*ECONNREFUSED[^\n]*\n$/);
    expect(stdout).toBe('');
    expect(status).toBe(1);
  });
});
