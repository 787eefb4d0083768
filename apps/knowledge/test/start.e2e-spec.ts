import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { TEST_SECRET } from '@pks/testing';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));

describe('the start of the knowledge service', () => {
  it('stops where no file can be written to its folder, in one sentence that names the variable', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN], {
      env: {
        CALLER_SECRET: TEST_SECRET,
        DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none',
        BLOB_STORE: '/proc/x',
      },
      encoding: 'utf8',
      timeout: 120_000,
      killSignal: 'SIGKILL',
    });
    expect(stderr).toMatch(/^knowledge cannot start: The environment is not usable\. BLOB_STORE: [^\n]*\n$/);
    expect(stdout).toBe('');
    expect(status).toBe(1);
  });
});
