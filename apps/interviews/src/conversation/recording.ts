import { Injectable } from '@nestjs/common';
import type { Caller, InterviewStep } from '@pks/contracts';
import { Clock, Outbox } from '@pks/platform';
import { InterviewCounts } from '../interviews/interview-counts.ts';
import { InterviewEntry } from '../interviews/interview-entry.entity.ts';
import { completed } from '../interviews/interview-events.ts';
import type { Interview } from '../interviews/interview.entity.ts';
import { InterviewsRepository } from '../interviews/interviews.repository.ts';
import { EntriesRepository } from './entries.repository.ts';
import type { Step } from './taking.ts';

/** Stores a step of a locked interview, with the changed counts of its campaign and project, and the event of its completion. */
@Injectable()
export class Recording {
  constructor(
    private readonly interviews: InterviewsRepository,
    private readonly entries: EntriesRepository,
    private readonly counts: InterviewCounts,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** `clientMessageId` is the id that the client gave to the first line. */
  async record(
    interview: Interview,
    { lines, taken }: Step,
    caller: Caller,
    clientMessageId: string | null = null,
  ): Promise<InterviewStep> {
    const { status: before, messageCount } = interview;
    interview.advance(taken, lines.length, this.clock.now());
    const entries = lines.map((line, index) => {
      const name = index === 0 ? clientMessageId : null;
      return InterviewEntry.of(interview, messageCount + 1 + index, line, name);
    });
    await this.entries.insert(entries);
    await this.interviews.store(interview);
    await this.counts.moved(before, interview);
    if (taken.status === 'completed') await this.outbox.add([completed(interview, caller.user_id)]);
    return { entries: entries.map(({ view }) => view), status: taken.status, topics: taken.topics };
  }
}
