import type { Attack } from '../attack.ts';
import type { Case } from '../case.ts';
import { type Request, bytesOf } from '../request.ts';
import type { Tenant } from '../tenant.ts';

const AT_ONCE = 60;

/** Right logins, sixty at a time: each hashes a password. */
export const rightLogins: Case = {
  name: 'right logins, 60 at once',
  concerns: ['login'],
  allowed: ['200', '429'],
  refusedWith: ['429'],
  async prepare(tenant) {
    // A hundred logins of a user end the oldest session, which other cases need.
    const { email, password } = await tenant.person();
    const request = bytesOf(login(tenant, email, password));
    return (attack) => attack.flood(AT_ONCE, () => request);
  },
};

/** Wrong logins: of one account, of many, and of accounts that do not exist. */
export const wrongLogins: Case = {
  name: 'wrong logins, 60 at once',
  concerns: ['login'],
  allowed: ['400', '429'],
  refusedWith: ['429'],
  async prepare(tenant) {
    const { email } = tenant.viewer;
    const wrong = (n: number): Request =>
      n % 2 === 0 ? login(tenant, email, `guess ${n}`) : login(tenant, `nobody-${n}@abuse.test`, 'a guess');
    return (attack) => attack.flood(AT_ONCE, (n) => bytesOf(wrong(n)));
  },
};

/** Password resets, and tokens of resets and invites that were never issued. */
export const mailedTokens: Case = {
  name: 'resets and wrong tokens',
  concerns: ['login'],
  allowed: ['202', '400', '429'],
  async prepare(tenant) {
    const password = 'quite another password';
    const { email } = tenant.viewer;
    const requests = (n: number): Request[] => [
      open(tenant, '/auth/password-reset/', { email: n % 2 === 0 ? email : `nobody-${n}@abuse.test` }),
      open(tenant, '/auth/password-reset/confirm/', { token: `wrong-${n}`, password }),
      open(tenant, '/invites/accept/', { token: `wrong-${n}`, password }),
    ];
    const next = (n: number): Request => requests(n)[n % 3] ?? login(tenant, email, password);
    return (attack: Attack) => attack.flood(AT_ONCE, (n) => bytesOf(next(n)));
  },
};

function login(tenant: Tenant, email: string, password: string): Request {
  return open(tenant, '/auth/token/', { email, password });
}

function open(tenant: Tenant, path: string, body: object): Request {
  return { method: 'POST', path: tenant.at(path), body: JSON.stringify(body) };
}
