import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type ArtifactVersion, type InterviewReport, interviewWriting } from '@pks/contracts';
import { type Idempotency, NotPossible } from '@pks/platform';
import { faultOf, outcomeOf, type TestProject } from '@pks/testing';
import { InterviewsStandIn, aReport } from './interviews-stand-in.ts';
import { FORBIDDEN, NOT_FOUND, RunningKnowledge, invalid } from './running-knowledge.ts';

let knowledge: RunningKnowledge;
let interviews: InterviewsStandIn;
let project: TestProject;
let report: InterviewReport;

beforeAll(async () => {
  knowledge = await RunningKnowledge.start(2);
  interviews = await InterviewsStandIn.beside(knowledge);
});
afterAll(async () => {
  await interviews.stop();
  await knowledge.stop();
});
beforeEach(() => {
  project = knowledge.aProject();
  report = interviews.add(project.id, aReport());
});

function write(
  slug: string,
  { interview_id = report.id, by = project } = {},
  idempotency?: Idempotency,
): Promise<ArtifactVersion> {
  const request = { project_id: by.id, interview_id, slug };
  return knowledge.call(interviewWriting.calls.write, request, by.caller, idempotency);
}

const headOf = async (slug: string): Promise<number> => (await project.get(slug, 'head')).head_version_number;

describe('an interview that is written to an artifact', () => {
  it('is a new version by the assistant, linked to the interview, that keeps what was there', async () => {
    await project.append('brief', '# Brief\n\nFirst.');
    const version = await write('brief');
    expect(version).toEqual({
      id: expect.any(String),
      version_number: 2,
      short_name: 'Onboarding',
      change_summary: 'Added the interview "Onboarding".',
      edit_source: 'coach',
      coach_conversation_id: report.id,
      created_at: expect.any(String),
      created_by_id: project.caller.user_id,
      created_by_email: project.caller.email,
      conversation: { id: report.id, type: 'interview', name: 'Onboarding' },
      payload: '# Brief\n\nFirst.\n\n## Interview: Onboarding\n\n> By hand.\n',
    });
    expect(await project.version('brief', 2)).toEqual(version);
    expect((await project.history('brief')).results[0]).toMatchObject({
      conversation: version.conversation,
      changelog_entry: { description: 'Appended version 2, with the interview "Onboarding", to "Brief".' },
    });
  });

  it('is all of an empty one, and published where the project publishes automatically', async () => {
    const automatic = project.inMode('auto_publish');
    expect(await write('brief', { by: automatic })).toMatchObject({
      version_number: 1,
      payload: report.markdown,
    });
    await project.create('Churn');
    expect((await write('churn', { by: automatic })).payload).toBe(report.markdown);
    expect(await project.moves('churn')).toEqual([
      [null, 1],
      [1, 2],
    ]);
  });

  it('is there once: again, the first version is the answer, also after later ones', async () => {
    const first = await write('brief');
    await project.append('brief', 'Rewritten.');
    expect(await write('brief', { interview_id: report.id.toUpperCase() })).toEqual(first);
    expect(await headOf('brief')).toBe(2);
    const another = interviews.add(project.id, aReport());
    expect(await write('brief', { interview_id: another.id })).toMatchObject({ version_number: 3 });
    expect(await write('project-plan')).toMatchObject({ version_number: 1 });
  });

  it('is there once, though it is written many times at once, between other versions that stay', async () => {
    await project.create('Churn');
    const appended = Array.from({ length: 4 }, (_, n) => project.append('churn', `text ${n}`));
    const written = await Promise.all(Array.from({ length: 10 }, () => write('churn')));
    await Promise.all(appended);
    expect(new Set(written.map(({ id }) => id)).size).toBe(1);
    expect(await headOf('churn')).toBe(6);
    const { version_number, payload } = written[0]!;
    const before = await project.version('churn', version_number - 1);
    expect(payload).toBe(
      before.payload === '' ? report.markdown : `${String(before.payload)}\n\n${report.markdown}`,
    );
  });

  it('is not mistaken for a version that a user linked to it', async () => {
    const linked = { coach_conversation_id: report.id };
    await project.append('brief', 'Mine.', { edit_source: 'chat', ...linked });
    await project.append('brief', 'Mine.', {
      edit_source: 'coach',
      change_summary: 'Added the interview "Onboarding".',
      ...linked,
    });
    expect(await write('brief')).toMatchObject({ version_number: 3, edit_source: 'coach' });
    expect(await write('brief')).toMatchObject({ version_number: 3 });
  });

  it('is there once, also after the assistant has been renamed, and that version restored', async () => {
    const first = await write('brief');
    for (const _replica of [1, 2]) await knowledge.stopReplica();
    await knowledge.addReplica({ ASSISTANT_NAME: 'guide' });
    await project.restore('brief', 1);
    expect(await write('brief')).toEqual(first);
    expect(await headOf('brief')).toBe(2);
    await knowledge.stopReplica();
    await knowledge.addReplicas(2);
  });

  it('has no effect under an idempotency key that another request used', async () => {
    const key = { key: randomUUID(), operation: 'POST /write/' };
    const first = await write('brief', {}, { ...key, fingerprint: 'a'.repeat(64) });
    expect(await write('brief', {}, { ...key, fingerprint: 'a'.repeat(64) })).toEqual(first);
    expect(await faultOf(write('project-plan', {}, { ...key, fingerprint: 'b'.repeat(64) }))).toMatchObject({
      kind: 'payload_mismatch',
    });
    expect(await headOf('project-plan')).toBe(0);
  });
});

describe('an interview is not written', () => {
  it('to an artifact that does not exist, or is no Markdown', async () => {
    expect(await faultOf(write('churn'))).toEqual({
      ...invalid('slug'),
      message: 'There is no such artifact in this project.',
    });
    expect(await faultOf(write('mental-map'))).toMatchObject(invalid('slug'));
    expect(await headOf('mental-map')).toBe(0);
  });

  it('to an artifact that would be larger than 4 MiB', async () => {
    const text = '"'.repeat(2 * 1024 * 1024 - 20);
    await project.append('brief', text);
    expect(await faultOf(write('brief'))).toMatchObject(invalid('slug'));
    expect(await headOf('brief')).toBe(1);
  });

  it('when the interviews service refuses, does not know it, or is away', async () => {
    const fault = new NotPossible('This interview is not completed.');
    const interview_id = interviews.refuse(project.id, fault);
    expect(await faultOf(write('brief', { interview_id }))).toEqual(fault.data);
    expect(await faultOf(write('brief', { interview_id: randomUUID() }))).toEqual(NOT_FOUND);
    const foreign = knowledge.aProject();
    expect(await faultOf(write('brief', { by: foreign }))).toEqual(NOT_FOUND);
    await interviews.stop();
    expect(await outcomeOf(write('brief'))).toMatchObject({ kind: 'unavailable' });
    interviews = await InterviewsStandIn.beside(knowledge);
    expect(await headOf('brief')).toBe(0);
  });

  it('by a member who is no admin', async () => {
    expect(await faultOf(write('brief', { by: project.asViewer() }))).toEqual(FORBIDDEN);
  });
});
