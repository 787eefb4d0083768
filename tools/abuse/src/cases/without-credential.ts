import { setTimeout as sleep } from 'node:timers/promises';
import type { Case } from '../case.ts';
import { FORM_TYPE, type Request, bytesOf } from '../request.ts';

const MIB = 2 ** 20;
const CONNECTIONS = 32;
const SLOW_SOCKETS = 200;
const DRIP_MS = 500;

/** Bodies that take long to read, sent to a route that anybody may call, and to others without a valid credential. */
export const openBodies: Case = {
  name: 'large bodies without a credential',
  allowed: ['400', '401', '413', 'closed'],
  refusedWith: ['413'],
  async prepare(tenant) {
    const keys = Array.from({ length: 80_000 }, (_none, n) => `"k${n}":0`).join(',');
    const bodies = [`{${keys}}`, ' '.repeat(MIB), '['.repeat(16 * 1024), `[${'0,'.repeat(8_000)}0]`];
    const requests = bodies.map((body) =>
      bytesOf({ method: 'POST', path: tenant.at('/auth/token/'), body: Buffer.from(body) }),
    );
    const paths = ['/documents/bulk-upload/', '/artifacts/'].map((path) => tenant.in(path));
    const refused = paths.map((path) =>
      bytesOf({ method: 'POST', path, token: 'wrong', headers: [FORM_TYPE], body: Buffer.alloc(5 * MIB) }),
    );
    const all = [...requests, ...refused];
    return (attack) => attack.flood(CONNECTIONS, (n) => all[n % all.length] ?? []);
  },
};

/** Pages that are the same for everybody, requested all the time, in every content coding. */
export const documentation: Case = {
  name: 'openapi.json and /docs',
  allowed: ['200', '429'],
  async prepare(tenant) {
    const paths = ['/openapi.json', '/docs', '/docs/swagger-ui-bundle.js'];
    const requests = ['br', 'gzip', 'identity'].flatMap((coding) =>
      paths.map((path): Request => {
        const headers = [`Accept-Encoding: ${coding}`];
        return { method: 'GET', path: tenant.at(path), headers };
      }),
    );
    const all = requests.map(bytesOf);
    return (attack) => attack.flood(CONNECTIONS, (n) => all[n % all.length] ?? []);
  },
};

/** Requests that never end: their heads or their bodies arrive in drips, over two hundred connections. */
export const slowSenders: Case = {
  name: 'slow heads and bodies, 200 sockets',
  allowed: ['400', '408', '413', '429', 'closed'],
  unanswered: true,
  async prepare(tenant) {
    const [head = ''] = bytesOf({ method: 'GET', path: tenant.at('/users/me/') });
    const unfinished = head.toString().slice(0, -2);
    const body = bytesOf({ method: 'POST', path: tenant.at('/auth/token/'), body: ' '.repeat(16_000) });
    const beginnings = [unfinished, body[0] ?? ''];
    return async (attack) => {
      const drip = async (n: number): Promise<void> => {
        const connection = attack.connect();
        void connection.answer().then((outcome) => attack.count(outcome));
        connection.write([beginnings[n % 2] ?? '']);
        while (!attack.over && connection.open) {
          await attack.pause(DRIP_MS);
          connection.write([n % 2 === 0 ? `X-${n}: ${n}\r\n` : ' ']);
        }
      };
      await Promise.all(Array.from({ length: SLOW_SOCKETS }, (_none, n) => sleep(n).then(() => drip(n))));
    };
  },
};
