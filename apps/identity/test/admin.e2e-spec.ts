import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestDatabase, cloneDatabase } from '@pks/testing';
import { identitySchema } from '../src/identity.database.ts';

const ADMIN = fileURLToPath(new URL('../dist/admin.js', import.meta.url));
const RESET = ['reset-password', '--email', 'ana@acme.test', '--password'];

let clone: TestDatabase;
beforeAll(async () => (clone = await cloneDatabase(identitySchema)));
afterAll(() => clone.drop());

function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): SpawnSyncReturns<string> {
  return spawnSync(process.execPath, [ADMIN, ...args], {
    env: { DATABASE_URL: clone.url, ...env },
    encoding: 'utf8',
    timeout: 120_000,
    killSignal: 'SIGKILL',
  });
}

describe('the admin command', () => {
  it.each([
    ['reset-password', RESET],
    ['create-organization', ['create-organization', '--name', 'Acme', '--email', 'a@b.test', '--password']],
  ])('names the option of %s whose password is too common', (_command, args) => {
    const { status, stdout, stderr } = run([...args, 'password123']);
    expect([status, stdout, stderr]).toEqual([2, '', '--password: This password is too common.\n']);
  });

  it.each(['--help', '-h'])('says how it is used (%s), and asks for no database', (asked) => {
    const { status, stdout, stderr } = run([asked], { DATABASE_URL: '' });
    expect(stdout).toMatch(/^The commands are:\n( {2}[a-z]+-[a-z]+ --[^\n]+\n){5}$/);
    expect([status, stderr]).toEqual([0, '']);
  });

  it('says in one sentence that nobody has the e-mail', () => {
    const { status, stdout, stderr } = run([...RESET, 'correct horse battery']);
    expect(stderr).toMatch(/^[^\n]*ana@acme\.test[^\n]*\n$/);
    expect([status, stdout]).toEqual([1, '']);
  });

  it('says that it activates the account of an admin who was deactivated', () => {
    const found = (name: string) =>
      run(['create-organization', '--name', name, '--email', 'bo@acme.test']).stderr;
    expect(found('One')).toBe('Created the organization One with the admin bo@acme.test.\n');
    expect(run(['deactivate-account', '--email', 'bo@acme.test']).status).toBe(0);
    expect(found('Two')).toBe(
      'Created the organization Two with the admin bo@acme.test, whose account is active again.\n',
    );
  });

  it('stops before anything is done because of a NATS_CA without a certificate, as the services do', () => {
    const { status, stdout, stderr } = run([...RESET, 'correct horse battery'], {
      NATS_CA: '/nowhere/authority.pem',
    });
    expect(stderr).toMatch(/^The environment is not usable\. NATS_CA: [^\n]*\n$/);
    expect([status, stdout]).toEqual([2, '']);
  });
});
