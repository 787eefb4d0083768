import { Injectable } from '@nestjs/common';
import { InterviewEntry } from '../interviews/interview-entry.entity.ts';
import type { Interview } from '../interviews/interview.entity.ts';
import { InterviewsRepository } from '../interviews/interviews.repository.ts';
import { EntriesRepository } from './entries.repository.ts';
import { Interviewer } from './interviewer.ts';

/** Stores new interviews with the interviewer's first turn, so that assignees read the first question before they begin. */
@Injectable()
export class Openings {
  constructor(
    private readonly interviews: InterviewsRepository,
    private readonly entries: EntriesRepository,
    private readonly interviewer: Interviewer,
  ) {}

  /** Inserts all interviews and their first turns, within the transaction that creates them. */
  async insert(interviews: readonly Interview[]): Promise<void> {
    const openings = interviews.map((interview) => this.openingOf(interview));
    await this.interviews.insert(interviews);
    await this.entries.insert(openings);
  }

  private openingOf(interview: Interview): InterviewEntry {
    const { content, topicIndex } = this.interviewer.open(interview);
    interview.open(content);
    return InterviewEntry.of(interview, 1, { role: 'assistant', content, topicIndex });
  }
}
