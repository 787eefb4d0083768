import { randomUUID } from 'node:crypto';
import { describe, expect, it, jest } from '@jest/globals';
import { silentLog } from '@pks/testing';
import { TranscriptParser } from '../src/imports/parsing/transcript-parser.ts';
import { Unreadable } from '../src/imports/parsing/unreadable.ts';

const interview = { project_id: randomUUID(), interview_id: randomUUID() };

describe('what is logged of a transcript that was not read', () => {
  const log = silentLog();
  const [info, warn] = [jest.spyOn(log, 'info'), jest.spyOn(log, 'warn')];
  const parser = new TranscriptParser(log);

  it('is the reason without a stack, where the transcript is at fault', async () => {
    const parsing = parser.parse('{', 'json', [], interview);
    const error = await parsing.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Unreadable);
    const reason = error instanceof Error ? error.message : '';
    expect(info.mock.calls).toEqual([
      [expect.objectContaining({ ...interview, reason }), 'a transcript was not read'],
    ]);
    expect(warn).not.toHaveBeenCalled();
  });

  it('is a warning where anything else is', async () => {
    const parsing = parser.parse('Ana: Hello.', 'text', [], interview);
    const outcome = Promise.allSettled([parsing]);
    await parser.onApplicationShutdown();
    await outcome;
    expect(warn.mock.calls).toEqual([
      [expect.objectContaining({ ...interview, err: expect.any(Error) }), 'a transcript was not read'],
    ]);
  });
});
