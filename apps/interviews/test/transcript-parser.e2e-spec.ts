import { randomUUID } from 'node:crypto';
import { describe, expect, it, jest } from '@jest/globals';
import type { BoundedLimits } from '@pks/platform/bounded';
import { silentLog } from '@pks/testing';
import { TRANSCRIPT_LIMITS, TranscriptParser } from '../src/imports/parsing/transcript-parser.ts';
import { Unreadable } from '../src/imports/parsing/unreadable.ts';

const interview = { project_id: randomUUID(), interview_id: randomUUID() };

/** Parses within other limits than the usual ones. */
class LimitedParser extends TranscriptParser {
  protected override readonly limits: BoundedLimits;

  constructor(limits: Partial<BoundedLimits>) {
    super(silentLog());
    this.limits = { ...TRANSCRIPT_LIMITS, ...limits };
  }
}

describe('the limits of parsing', () => {
  const within = (limits: Partial<BoundedLimits>, transcript: string) =>
    new LimitedParser(limits).parse(transcript, 'text', [], interview);

  it('stop what takes too long', async () => {
    await expect(within({ processorSeconds: 1 }, '\n'.repeat(2 ** 25))).rejects.toThrow(
      new Unreadable('The transcript could not be read: it took longer than 1 seconds.'),
    );
  });

  it('stop what had too little of the processor, and do not blame the transcript', async () => {
    const error = await within({ seconds: 0.05 }, 'Ana: Hello.').catch((thrown: unknown) => thrown);
    expect(error).toEqual(
      new Error('The reading process had too little time of the processor within 0.05 seconds.'),
    );
    expect(error).not.toBeInstanceOf(Unreadable);
  });
});

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
