import type { Case } from '../case.ts';
import { FORM_TYPE, bytesOf, formOf } from '../request.ts';

const CONNECTIONS = 8;
const FILE_BYTES = 2 * 2 ** 20;

/** Ever more files, until they have taken all the storage that a project is granted. */
export const largeUploads: Case = {
  name: 'uploads over the quota',
  concerns: ['upload'],
  allowed: ['201', '413', '429', 'closed'],
  refusedWith: ['413'],
  async prepare(tenant) {
    const type = 'application/octet-stream';
    const request = bytesOf({
      method: 'POST',
      path: tenant.in('/documents/bulk-upload/'),
      token: tenant.viewer.token,
      headers: [FORM_TYPE],
      body: formOf({ name: 'large.bin', type, content: Buffer.alloc(FILE_BYTES, 7) }),
    });
    return (attack) => attack.flood(CONNECTIONS, () => request);
  },
};
