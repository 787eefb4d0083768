import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Interview, Notification, Page } from '@pks/contracts';
import { eventually } from '@pks/testing/black-box';
import { World } from './support/world.ts';

const world = new World();
const MIB = 1024 * 1024;

let project: string;
beforeAll(async () => {
  project = `/projects/${(await world.project()).id}/`;
});

const importing = (body: unknown, headers?: Record<string, string>) =>
  world.founder.post<Interview & { error: string }>(`${project}interviews/import/`, body, headers);

function form(fields: Readonly<Record<string, string>>, file = 'Host: Why?\nAna: So.\n'): FormData {
  const made = new FormData();
  made.append('file', new Blob([file], { type: 'text/plain' }), 'talk.txt');
  for (const [name, value] of Object.entries(fields)) made.append(name, value);
  return made;
}

async function parsed({ id }: Interview): Promise<Interview> {
  const get = async () => (await world.founder.get<Interview>(`${project}interviews/${id}/`)).body;
  await eventually('it is parsed', async () => (await get()).import_info?.import_status !== 'parsing');
  return get();
}

describe('an imported interview', () => {
  it('is sent as JSON or as a form with a file, and is the same', async () => {
    const fields = { name: 'Talk', interview_date: '2026-11-20' };
    const answers = [
      await importing({ ...fields, transcript: 'Host: Why?\nAna: So.\n', participants: ['Ana'] }),
      await importing(form({ ...fields, participants: '["Ana"]' })),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(201);
      expect(body).toMatchObject({ status: null, import_info: { import_status: 'parsing' } });
      expect(await parsed(body)).toMatchObject({
        name: 'Talk',
        status: 'completed',
        import_info: { import_status: 'completed', participants: ['Ana'], interview_date: '2026-11-20' },
        chat_history: [
          { role: 'assistant', content: 'Why?' },
          { role: 'user', content: 'So.' },
        ],
      });
    }
  });

  it('is imported once under an idempotency key, also when the form is encoded anew', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const [first, again] = [
      await importing(form({ name: 'Once' }), key),
      await importing(form({ name: 'Once' }), key),
    ];
    expect(again.body).toEqual(first.body);
    expect((await importing(form({ name: 'Twice' }), key)).status).toBe(422);
  });

  it('may be large, and is refused above 4 MiB, with the same sentences for both', async () => {
    const most = 'Ana: so. '.repeat(440_000);
    expect((await importing({ transcript: most })).status).toBe(201);
    const tooMuch = 'a'.repeat(4 * MIB);
    for (const body of [{ transcript: tooMuch }, form({}, tooMuch)])
      expect((await importing(body)).status).toBe(413);
    for (const body of [{ transcript: 'a', format: 'docx' }, form({ format: 'docx' })]) {
      expect(await importing(body)).toMatchObject({
        status: 400,
        body: { format: ['"docx" is not a valid choice.'] },
      });
    }
    expect((await importing('Ana: So.', { 'content-type': 'text/plain' })).status).toBe(415);
  });

  it('is refused with what is wrong with its form', async () => {
    const refused = async (body: FormData) => (await importing(body)).body;
    const both = 'Send either a file or a transcript, not both.';
    expect(await refused(form({ transcript: 'Ana: So.' }))).toMatchObject({ transcript: [both] });
    expect(await refused(form({ participants: 'Ana' }))).toMatchObject({
      participants: [expect.stringMatching(/^This field is not valid JSON\./)],
    });
  });

  it('notifies who imported it, whether it can be read or not', async () => {
    const outcomes = { interview_import_completed: 'Ana: So.', interview_import_failed: '{}' };
    for (const [type, transcript] of Object.entries(outcomes)) {
      const { body } = await importing({ transcript });
      const list = `${project}notifications/?notification_type=${type}`;
      await eventually('they are notified', async () => {
        const { results } = (await world.founder.get<Page<Notification>>(list)).body;
        return results.some(({ source_object_id }) => source_object_id === body.id);
      });
    }
  });
});
