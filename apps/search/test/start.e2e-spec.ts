import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { TEST_SECRET } from '@pks/testing';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));

describe('the start of the search service', () => {
  it('stops where the folder of the index cannot be made, in one sentence that names the variable', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN], {
      env: {
        CALLER_SECRET: TEST_SECRET,
        DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none',
        SEARCH_INDEX: '/proc/x',
      },
      encoding: 'utf8',
      timeout: 20_000,
      killSignal: 'SIGKILL',
    });
    expect(stderr).toMatch(/^search cannot start: The environment is not usable\. SEARCH_INDEX: [^\n]*\n$/);
    expect(stdout).toBe('');
    expect(status).toBe(1);
  });
});
