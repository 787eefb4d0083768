import { Injectable } from '@nestjs/common';
import type { TranscriptFormat } from '@pks/contracts';
import { Database, statement } from '@pks/platform';
import { Transcript } from './transcript.entity.ts';

/** A transcript that is about to be parsed. */
export type BegunTranscript = Pick<Transcript, 'format' | 'content' | 'attempts'>;

const BEGIN = statement<BegunTranscript>(
  'transcripts_begin',
  `UPDATE transcripts SET attempts = attempts + 1
    WHERE project_id = :project_id AND interview_id = :interview_id
RETURNING format, content, attempts`,
);

const INTERRUPT = statement<object>(
  'transcripts_interrupt',
  `UPDATE transcripts SET attempts = attempts - 1
    WHERE project_id = :project_id AND interview_id = :interview_id`,
);

/** The most waiting transcripts that are counted: more make no difference. */
const MOST_COUNTED = 1_000;
const WAITING = statement<{ count: number }>(
  'transcripts_waiting',
  `SELECT count(*) AS count FROM (
     SELECT FROM transcripts WHERE project_id = :project_id LIMIT ${MOST_COUNTED}) AS waiting`,
);

/** Reads and writes raw transcripts. */
@Injectable()
export class TranscriptsRepository {
  constructor(private readonly database: Database) {}

  async insert(
    projectId: string,
    interviewId: string,
    content: string,
    format: TranscriptFormat | null,
  ): Promise<void> {
    await this.database.manager.insert(Transcript, { projectId, interviewId, content, format, attempts: 0 });
  }

  /** How many transcripts of a project are not parsed yet, but at most 1,000. */
  async waiting(project_id: string): Promise<number> {
    return (await this.database.rows(WAITING, { project_id }))[0]?.count ?? 0;
  }

  /** Counts an attempt, which stays counted if the process dies, and returns the transcript; undefined when it is parsed or deleted. */
  async begin(project_id: string, interview_id: string): Promise<BegunTranscript | undefined> {
    const [begun] = await this.database.rows(BEGIN, { project_id, interview_id });
    return begun;
  }

  /** Uncounts an attempt that failed for a reason unrelated to the transcript. */
  async interrupt(project_id: string, interview_id: string): Promise<void> {
    await this.database.rows(INTERRUPT, { project_id, interview_id });
  }

  async remove(projectId: string, interviewId: string): Promise<void> {
    await this.database.manager.delete(Transcript, { projectId, interviewId });
  }
}
