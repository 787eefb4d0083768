import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { DocumentItem, DocumentStorage, Project } from '@pks/contracts';
import { eventually, openSession } from '@pks/testing/black-box';
import { formOf } from './support/forms.ts';
import { eventuallyKept } from './support/kept.ts';
import { SlowUpload } from './support/slow-upload.ts';
import { type Person, World } from './support/world.ts';

const GIB = 1024 ** 3;
const ALLOWED = 50 * GIB;
/** The gateway waits 10 s for a client that is behind, and the machine may be slow. */
const LONG_MS = 60_000;

const world = new World();

let project: Project;
let member: Person;
let slow: SlowUpload[];

beforeAll(async () => {
  project = await world.project();
  member = await world.member(project.id);
});

afterEach(async () => {
  for (const one of slow ?? []) one.stop();
  slow = [];
  await eventuallyKept(member.api, project.id, 0);
  await eventually('nothing is stored', async () => (await storage()).stored_files === 0);
});

function begin(count: number, token = member.token, length?: number): SlowUpload[] {
  const target = { baseUrl: world.baseUrl, projectId: project.id, token, ...(length && { length }) };
  const begun = Array.from({ length: count }, () => new SlowUpload(target));
  slow = [...(slow ?? []), ...begun];
  return begun;
}

const upload = (who: Person, projectId: string, content: string) =>
  who.api.post<DocumentItem[]>(
    `/projects/${projectId}/documents/bulk-upload/`,
    formOf([{ name: 'a.txt', content }], { skip_parsing: 'true' }),
  );

describe('slow uploads', () => {
  it(
    'of one user are six at a time, and are ended, while others upload',
    async () => {
      const other = await world.project();
      const neighbour = await world.member(other.id);
      const begun = begin(32);
      const answers: number[] = [];
      for (const one of begun) void one.answer.then(({ status }) => answers.push(status));
      await eventually('all but six are refused', () => answers.length === 26);
      expect(new Set(answers)).toEqual(new Set([429]));

      expect((await upload(neighbour, other.id, 'content')).status).toBe(201);

      const all = await Promise.all(begun.map(({ answer }) => answer));
      const [late, ...others] = all.filter(({ status }) => status !== 429);
      expect([late, ...others].map((one) => one?.status)).toEqual(Array.from({ length: 6 }, () => 408));
      expect(late?.headers.get('connection')).toBe('close');
      expect(JSON.parse(late?.body ?? '')).toEqual({
        error: 'The upload arrived too slowly: it has to average 16 KiB a second.',
      });
      const { status, body } = await upload(member, project.id, 'content');
      expect(status).toBe(201);
      await world.founder.delete(`/projects/${project.id}/documents/${body[0]?.id}/`);
    },
    LONG_MS,
  );

  it(
    'count for their user, whatever credential each has',
    async () => {
      const tokens = [member.token, await world.logIn(member.email)];
      const begun = tokens.flatMap((token) => begin(3, token));
      await eventually('six have their rooms', async () => (await storage()).stored_files === 6);
      const refused = await upload(member, project.id, 'content');
      expect(refused).toMatchObject({
        status: 429,
        body: { error: 'No more than 6 uploads of one user may be under way at a time.' },
      });
      expect(refused.headers.get('retry-after')).toBe('5');
      for (const one of begun) one.stop();
      await eventually('another one is admitted', async () => {
        const { status, body } = await upload(member, project.id, 'content');
        if (status === 201) await world.founder.delete(`/projects/${project.id}/documents/${body[0]?.id}/`);
        return status === 201;
      });
    },
    LONG_MS,
  );
});

async function storage(): Promise<DocumentStorage> {
  return (await member.api.get<DocumentStorage>(`/projects/${project.id}/documents/storage/`)).body;
}

describe('the storage of a project', () => {
  const nothing = { stored_bytes: 0, allowed_bytes: ALLOWED, stored_files: 0, allowed_files: 1_000_000 };

  it('grows by an upload, and shrinks by a deletion', async () => {
    expect(await storage()).toEqual(nothing);
    const { body } = await upload(member, project.id, 'x'.repeat(1000));
    expect(await storage()).toEqual({ ...nothing, stored_bytes: 1000, stored_files: 1 });
    await world.founder.delete(`/projects/${project.id}/documents/${body[0]?.id}/`);
    await eventually('it is empty', async () => (await storage()).stored_files === 0);
    expect(await storage()).toEqual(nothing);
  });

  it('refuses an upload that is announced to be larger, before it was sent', async () => {
    const [announced] = begin(1, member.token, 60 * GIB);
    const answer = await announced?.answer;
    expect(answer?.status).toBe(413);
    expect(JSON.parse(answer?.body ?? '')).toEqual({
      error: 'The project stores 0 B of 50 GiB. This upload needs 59.9 GiB more.',
      ...nothing,
    });
  });

  it('refuses a file that does not fit, and stores one that does', async () => {
    const stored_bytes = ALLOWED - 1000;
    await setStored(stored_bytes);
    const refused = await upload(member, project.id, 'x'.repeat(1001));
    expect(refused).toMatchObject({
      status: 413,
      body: { error: 'The project stores 50 GiB of 50 GiB. This upload needs more.', allowed_bytes: ALLOWED },
    });
    await eventually('its room is given back', async () => (await storage()).stored_bytes === stored_bytes);
    const { status, body } = await upload(member, project.id, 'x'.repeat(1000));
    expect(status).toBe(201);
    expect((await storage()).stored_bytes).toBe(ALLOWED);
    await world.founder.delete(`/projects/${project.id}/documents/${body[0]?.id}/`);
    await eventually('its room is given back', async () => (await storage()).stored_bytes === stored_bytes);
    await setStored(0);
  });
});

async function setStored(bytes: number): Promise<void> {
  const session = await openSession(process.env['E2E_DATABASE_URL'] ?? '');
  await session.rows('UPDATE knowledge.document_storage SET bytes = $2 WHERE project_id = $1', [
    project.id,
    bytes,
  ]);
  await session.close();
}
