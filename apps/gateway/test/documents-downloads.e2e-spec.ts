import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DocumentItem, Project, ProjectUser } from '@pks/contracts';
import { linesAbout } from '@pks/testing/black-box';
import { formOf } from './support/forms.ts';
import { type Person, World } from './support/world.ts';

/** More than connections buffer while nobody reads from them. */
const BYTES = 24 * 1024 * 1024;
const MOST_OF_USER = 20;
const world = new World();
const logFile = process.env['E2E_LOG_FILE'] ?? '';
const leaving = new AbortController();

let project: Project;
let path: string;

beforeAll(async () => {
  project = await world.project();
  const form = formOf([{ name: 'a.bin', content: Buffer.alloc(BYTES) }], { skip_parsing: 'true' });
  const bulkUpload = `/projects/${project.id}/documents/bulk-upload/`;
  const { body } = await world.founder.post<DocumentItem[]>(bulkUpload, form);
  path = `/projects/${project.id}/documents/${body[0]?.id}/content/`;
});
afterAll(() => leaving.abort());

/** Resolves once the first bytes have arrived; the rest arrives as it is read. */
function download({ token }: Person, requestId = 'download'): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, 'x-request-id': requestId };
  return fetch(`${world.baseUrl}${path}`, { headers, signal: leaving.signal });
}

describe('downloads that are not read', () => {
  it('are twenty of a user at most, and leave others theirs', async () => {
    const [member, other] = [await world.member(project.id), await world.member(project.id)];
    const begun = await Promise.all(Array.from({ length: MOST_OF_USER }, () => download(member)));
    expect(begun.map(({ status }) => status)).toEqual(Array.from(begun, () => 200));
    const refused = await download(member);
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
      429,
      '5',
      { error: 'No more than 20 downloads of one user may be under way at a time.' },
    ]);
    expect((await download(other)).status).toBe(200);
  });
});

describe('a download', () => {
  it('ends when its reader is removed from the project', async () => {
    const member = await world.member(project.id);
    const requestId = `removed-${project.id}`;
    const response = await download(member, requestId);
    const removed = `/projects/${project.id}/users/${member.projectUserId}/`;
    expect((await world.founder.delete<ProjectUser>(removed)).status).toBe(204);
    const lines = await linesAbout(logFile, requestId, ['gateway']);
    expect(lines).toContainEqual(
      expect.objectContaining({
        msg: 'download aborted',
        err: expect.objectContaining({ kind: 'forbidden' }),
      }),
    );
    await expect(response.arrayBuffer()).rejects.toThrow();
  });
});
