import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type Caller, type Interview, imports, interviewImportFailed, interviews } from '@pks/contracts';
import { GivenUp, MOST_FAILURES, NotYet, inProject } from '@pks/platform';
import { eventually } from '@pks/testing/black-box';
import { TranscriptParser } from '../src/imports/parsing/transcript-parser.ts';
import { TranscriptParsing } from '../src/imports/transcript-parsing.ts';
import { type RunningInterviews, anAdmin, runningInterviews } from './running-interviews.ts';

let running: RunningInterviews;
let admin: Caller;

beforeAll(async () => {
  running = await runningInterviews();
  admin = anAdmin();
});
afterAll(() => running.stop());
afterEach(() => void jest.restoreAllMocks());

const get = (interview_id: string): Promise<Interview> =>
  running.call(interviews.calls.get, { interview_id }, admin);

describe('an import whose job runs out of time while its entries are stored', () => {
  it('is stored by the next attempt, and not half by this one', async () => {
    const gate = Promise.withResolvers<undefined>();
    const parser = running.get(TranscriptParser);
    const parse = parser.parse.bind(parser);
    jest.spyOn(parser, 'parse').mockImplementationOnce(async (...given) => {
      await gate.promise;
      return parse(...given);
    });
    const transcript = Array.from({ length: 600 }, (_, n) => `${n % 2 ? 'Ana' : 'Ben'}: Line ${n}.`).join(
      '\n',
    );
    const { id: interview_id } = await running.call(imports.calls.create, { transcript }, admin);
    const attempts = async () =>
      running.session.rows('SELECT attempts FROM interviews.transcripts WHERE interview_id = $1', [
        interview_id,
      ]);
    await eventually('its parsing has begun', async () =>
      (await attempts()).some((row) => 'attempts' in row && row.attempts === 1),
    );
    let looks = 0;
    const { signal } = new AbortController();
    Object.defineProperty(signal, 'aborted', { get: () => (looks += 1) > 1 });
    const project_id = admin.project?.id ?? '';
    const job = { id: randomUUID(), attempt: 2, payload: { project_id, interview_id }, signal };
    const attempt = inProject(project_id, () => running.get(TranscriptParsing).work(job));
    await expect(attempt).rejects.toBeInstanceOf(NotYet);
    expect(looks).toBe(2);
    expect(await attempts()).toEqual([{ attempts: 1 }]);
    expect(await get(interview_id)).toMatchObject({
      status: null,
      import_info: { import_status: 'parsing' },
      chat_history: [],
    });
    gate.resolve(undefined);
    await eventually('it is imported', async () => (await get(interview_id)).status === 'completed');
  });
});

describe('an import whose job has failed for almost a week', () => {
  it('has failed, and its importer is notified', async () => {
    const [parser, end] = [running.get(TranscriptParser), Promise.withResolvers<never>()];
    const parse = jest.spyOn(parser, 'parse').mockReturnValueOnce(end.promise);
    const { id: interview_id } = await running.call(imports.calls.create, { transcript: 'Ana: Hi.' }, admin);
    await eventually('its parsing has begun', () => parse.mock.calls.length > 0);
    const project_id = admin.project?.id ?? '';
    const attempt = (number: number) => {
      parse.mockRejectedValueOnce(new Error('No process starts.'));
      const { signal } = new AbortController();
      const job = { id: randomUUID(), attempt: number, payload: { project_id, interview_id }, signal };
      return inProject(project_id, () => running.get(TranscriptParsing).work(job));
    };
    await expect(attempt(MOST_FAILURES)).rejects.toThrow('No process starts.');
    expect(await get(interview_id)).toMatchObject({ import_info: { import_status: 'parsing' } });
    await expect(attempt(MOST_FAILURES + 1)).rejects.toBeInstanceOf(GivenUp);
    expect(await get(interview_id)).toMatchObject({
      status: null,
      import_info: { import_status: 'failed', error: 'The transcript could not be read.' },
    });
    expect(await running.events(interviewImportFailed.subject, admin)).toHaveLength(1);
    end.reject(new Error('It has ended.'));
  });
});
