import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { TranscriptFormat } from '@pks/contracts';
import { LOG, type Log } from '@pks/platform';
import { type BoundedLimits, BoundedRun, BoundedRuns, startBounded } from '@pks/platform/bounded';
import type { InterviewJob } from '../../reminders/interview-jobs.ts';
import { inputOf } from './input.ts';
import { ParsingAnswers } from './parsing-answers.ts';
import { Unreadable } from './unreadable.ts';
import type { Utterance } from './utterance.ts';

const FOLDER = dirname(fileURLToPath(import.meta.url));
const MAIN = join('child', `main${extname(import.meta.url)}`);

/** The limits of parsing one transcript, which leave a job time to store the result. */
export const TRANSCRIPT_LIMITS: BoundedLimits = { seconds: 140, processorSeconds: 30, memoryMb: 384 };
/** The most bytes of answers: more than the JSON of the longest transcript takes. */
const MOST_BYTES = 2 ** 26;

/**
 * Parses transcripts, each in its own process, which is limited in time and memory and can do nothing else. The number of concurrent
 * jobs bounds how many are parsed at a time.
 */
@Injectable()
export class TranscriptParser implements OnApplicationShutdown {
  protected readonly limits: BoundedLimits = TRANSCRIPT_LIMITS;
  private readonly runs = new BoundedRuns();

  constructor(@Inject(LOG) private readonly log: Log) {}

  /**
   * The utterances of a transcript, by speakers with these names and others. If no format is given, it is detected. @throws Unreadable if
   * the transcript cannot be read; after any other error, which is not about the transcript, a retry may succeed. The log names the interview.
   */
  parse(
    content: string,
    format: TranscriptFormat | null,
    names: readonly string[],
    interview: InterviewJob,
  ): Promise<readonly Utterance[]> {
    const input = inputOf(names, content);
    return this.runs.finish(() => this.start(input, format, interview));
  }

  /** Ends the running processes, and starts no more. */
  onApplicationShutdown(): Promise<void> {
    return this.runs.close();
  }

  private start(
    input: string,
    format: TranscriptFormat | null,
    interview: InterviewJob,
  ): BoundedRun<readonly Utterance[]> {
    const { limits } = this;
    const args = format === null ? [] : [format];
    const child = startBounded({ folder: FOLDER, main: MAIN, args }, 'pipe', limits);
    // A process that ends early leaves input unread; how it ended says why.
    child.stdin?.on('error', () => undefined).end(input);
    const run = new BoundedRun(child, {
      limits,
      mostBytes: MOST_BYTES,
      subject: 'The transcript',
      answers: new ParsingAnswers(),
      refusal: (sentence) => new Unreadable(sentence),
    });
    run.result.catch((error: unknown) => {
      const { complaints, peakKib } = run;
      const about = { ...interview, format, complaints, peakKib };
      if (error instanceof Unreadable)
        this.log.info({ reason: error.message, ...about }, 'a transcript was not read');
      else this.log.warn({ err: error, ...about }, 'a transcript was not read');
    });
    return run;
  }
}
