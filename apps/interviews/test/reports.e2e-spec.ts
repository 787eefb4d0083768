import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Caller, type Interview, interviewMessages, interviewReports } from '@pks/contracts';
import { type Fields, faultOf } from '@pks/testing';
import { NOT_FOUND, type RunningInterviews, anAdmin, runningInterviews } from './running-interviews.ts';

let running: RunningInterviews;
let admin: Caller;

beforeAll(async () => {
  running = await runningInterviews();
  admin = anAdmin();
  running.member({ user_id: admin.user_id, email: admin.email, is_admin: true });
});
afterAll(() => running.stop());

async function assigned(fields: Fields): Promise<Interview> {
  const [made] = await running.assign(admin, {
    assignee_ids: [admin.user_id],
    name: 'Sales',
    questions: ['Who calls?'],
    ...fields,
  });
  if (!made) throw new Error('Nothing was assigned.');
  return made;
}

/** Completes an interview with the answer to its only question. */
const complete = ({ id: interview_id }: Interview) =>
  running.call(interviewMessages.calls.send, { interview_id, content: 'Sales.' }, admin);

const read = (interview_id: string, project_id = admin.project?.id) =>
  running.call(interviewReports.calls.read, { project_id, interview_id }, null);

describe('the report of an interview', () => {
  it('is there once a global one is completed', async () => {
    const made = await assigned({ write_scope: 'global' });
    expect(await faultOf(read(made.id))).toMatchObject({ message: 'This interview is not completed.' });
    await complete(made);
    const { markdown, ...conversation } = await read(made.id);
    expect(conversation).toEqual({ id: made.id, type: 'interview', name: 'Sales' });
    expect(markdown).toContain(`- Interviewed: ${admin.email}\n- Date: ${made.created_at.slice(0, 10)}`);
    expect(markdown).toMatch(/> Who calls\?\n[^>]*> Sales\.\n/);
  });

  it('is refused for a local one', async () => {
    const made = await assigned({});
    await complete(made);
    expect(await faultOf(read(made.id))).toEqual({
      kind: 'invalid',
      message: "This interview's edits stay in its conversation.",
    });
  });

  it('is not found in another project', async () => {
    const { id } = await assigned({ write_scope: 'global' });
    expect(await faultOf(read(id, randomUUID()))).toEqual(NOT_FOUND);
    expect(await faultOf(read(randomUUID()))).toEqual(NOT_FOUND);
  });
});
