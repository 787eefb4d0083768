import type { Attack } from '../attack.ts';
import type { Case } from '../case.ts';
import { FORM_TYPE, beginningOf, bytesOf } from '../request.ts';
import type { Tenant } from '../tenant.ts';

const SOCKETS = 64;
const DRIP_MS = 1_000;
const RETRY_MS = 500;
const DECLARED_BYTES = 2 ** 20;

/** Uploads of one viewer that arrive at a byte a second, over more sockets than the uploads that a gateway receives at a time. */
export const slowUploads: Case = {
  name: 'slow uploads, 64 sockets',
  concerns: ['upload'],
  allowed: ['408', '413', '429', 'closed'],
  refusedWith: ['429'],
  async prepare(tenant) {
    return async (attack) => {
      await Promise.all(Array.from({ length: SOCKETS }, () => uploadSlowly(tenant, attack)));
    };
  },
};

async function uploadSlowly(tenant: Tenant, attack: Attack): Promise<void> {
  const [head = ''] = bytesOf({
    method: 'POST',
    path: tenant.in('/documents/bulk-upload/'),
    token: tenant.viewer.token,
    headers: [FORM_TYPE, `Content-Length: ${DECLARED_BYTES}`],
  });
  // The headers declare their own length, so the one of a request without a body goes.
  const beginning = head.toString().replace('Content-Length: 0\r\n', '');
  while (!attack.over) {
    const connection = attack.connect();
    const answer = connection.answer().then((outcome) => attack.count(outcome));
    connection.write([beginning, beginningOf({ name: 'slow.bin', type: 'application/octet-stream' })]);
    let answered = false;
    void answer.then(() => (answered = true));
    while (!answered && !attack.over) {
      await attack.pause(DRIP_MS);
      connection.write(['x']);
    }
    connection.close();
    await attack.pause(RETRY_MS);
  }
}
