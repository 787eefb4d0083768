import { GivenUp, type Job, MOST_FAILURES, type Worker, Works } from '@pks/platform';
import type { Interview } from '../interviews/interview.entity.ts';
import { InterviewsRepository } from '../interviews/interviews.repository.ts';
import { ImportResults } from './import-results.ts';
import { transcriptParsing } from './import-jobs.ts';
import { TranscriptParser } from './parsing/transcript-parser.ts';
import { Unreadable } from './parsing/unreadable.ts';
import { TranscriptsRepository } from './transcripts.repository.ts';

/**
 * If the service has died this often while parsing a transcript, the transcript is not parsed again. Other causes, such as failing
 * machines, hit the same transcript far less often. It is parsed in its own process, and so is hardly ever the cause.
 */
const MOST_ATTEMPTS = 10;

const UNREADABLE = 'The transcript could not be read.';

/** Parses the transcripts of imports. An error in a transcript is stored with the interview; any other error causes a retry, for almost a week. */
@Works(transcriptParsing)
export class TranscriptParsing implements Worker<typeof transcriptParsing> {
  constructor(
    private readonly interviews: InterviewsRepository,
    private readonly transcripts: TranscriptsRepository,
    private readonly parser: TranscriptParser,
    private readonly results: ImportResults,
  ) {}

  async work({ payload, attempt, signal }: Job<typeof transcriptParsing>): Promise<void> {
    const { project_id, interview_id } = payload;
    const begun = await this.transcripts.begin(project_id, interview_id);
    if (!begun) return;
    const fail = (why: string): Promise<void> => this.results.fail(project_id, interview_id, why);
    if (begun.attempts > MOST_ATTEMPTS) return fail(UNREADABLE);
    try {
      const interview = await this.interviews.find(project_id, interview_id);
      const utterances = await this.parser.parse(begun.content, begun.format, namesIn(interview), payload);
      await this.results.complete(project_id, interview_id, utterances, signal);
    } catch (error) {
      if (error instanceof Unreadable) return fail(error.message);
      if (attempt > MOST_FAILURES) {
        await fail(UNREADABLE);
        throw new GivenUp(String(error));
      }
      await this.transcripts.interrupt(project_id, interview_id);
      throw error;
    }
  }
}

/** The names of participants that the import gives. */
function namesIn(interview: Interview | null): readonly string[] {
  const inMeeting = interview?.meetingInfo?.participants.map(({ name }) => name) ?? [];
  return [...(interview?.importInfo?.participants ?? []), ...inMeeting];
}
