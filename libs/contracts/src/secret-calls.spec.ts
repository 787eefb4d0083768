import { describe, expect, it } from '@jest/globals';
import * as everything from './index.ts';
import { type Contract, type MessageClass, type Rpc, contract, fieldsOf, rpc } from './index.ts';

const SECRET = /^((\w+_)?token|password|current_password)$/;

function isContract(value: unknown): value is Contract {
  return typeof value === 'object' && value !== null && 'subject' in value && 'calls' in value;
}

const calls: Rpc[] = Object.values<unknown>(everything)
  .filter(isContract)
  .flatMap((one) => Object.values<Rpc>(one.calls));

function holdsSecret(message: MessageClass | undefined): boolean {
  return fieldsOf(message ?? class {}).some(
    ({ name, nested }) => SECRET.test(name) || (nested !== undefined && holdsSecret(nested)),
  );
}

function needsSecrecy({ request, result }: Rpc): boolean {
  return result.shownOnce === true || holdsSecret(request) || holdsSecret(result.message);
}

describe('a call whose request or answer holds a password, a token or a key', () => {
  it('is declared as secret', () => {
    const open = calls.filter((call) => needsSecrecy(call) && !call.isSecret);
    expect(open.map(({ subject }) => subject)).toEqual([]);
  });

  it('is found by the names of its fields, also of those within', () => {
    const found = calls.filter(needsSecrecy).map(({ subject }) => subject);
    expect(found).toEqual(
      expect.arrayContaining([
        'identity.sessions.log-in',
        'identity.invites.accept',
        'identity.letters.read',
        'identity.api-keys.create',
        'interviews.letters.read',
        'interviews.reminders.stop-by-token',
      ]),
    );
    const { calls: own } = contract('a.b', {
      open: rpc(everything.LogIn).by('anyone').returns(everything.Empty),
    });
    expect(needsSecrecy(own.open)).toBe(true);
  });
});
