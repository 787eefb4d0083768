import { randomUUID } from 'node:crypto';
import {
  type CompletedInterview,
  type InterviewReference,
  type InterviewsAfter,
  type SummarizedInterview,
  interviewSummaries,
} from '@pks/contracts';
import { BusServer, NotFound, SystemClock } from '@pks/platform';
import { connectTestBus, silentLog, standInService } from '@pks/testing';
import { v7 } from 'uuid';

/** The summary of a completed interview that is assigned to nobody, created by an unknown user. */
export function aSummary(overrides: Partial<SummarizedInterview> = {}): SummarizedInterview {
  return {
    id: v7(),
    name: 'Onboarding',
    topic: 'How customers are onboarded',
    summary: 'Who calls?: Sales.',
    created_by: randomUUID(),
    assigned_to: null,
    updated_at: '2026-11-22T10:00:00.000Z',
    ...overrides,
  };
}

/** Answers for the interviews service with summaries of completed interviews. */
export class InterviewsStandIn {
  /** The ids of the interviews whose summaries were read. */
  readonly read: string[] = [];
  private readonly summaries = new Map<string, SummarizedInterview>();
  private leave = (): Promise<void> => Promise.resolve();

  /** Serves on a bus. */
  static async on(natsUrl: string): Promise<InterviewsStandIn> {
    const standIn = new InterviewsStandIn();
    const { connection, seal, close } = await connectTestBus(natsUrl);
    const options = { queue: 'interviews', deadlineMs: 10_000, concurrency: 50, queued: 50 };
    const server = new BusServer({ connection, seal, clock: new SystemClock(), log: silentLog() }, options);
    const handlers = {
      read: async (request: InterviewReference) => standIn.summaryOf(request),
      after: async (request: InterviewsAfter) => standIn.after(request),
    };
    await (await standInService(interviewSummaries, handlers, server)).listen();
    standIn.leave = async () => {
      await server.close();
      await close();
    };
    return standIn;
  }

  /** Adds the summary of an interview to a project, or replaces it. */
  summarize(projectId: string, summary: SummarizedInterview): void {
    this.summaries.set(`${projectId} ${summary.id}`, summary);
  }

  /** Removes the summary of an interview, as the deletion of the interview does. */
  remove(projectId: string, id: string): void {
    this.summaries.delete(`${projectId} ${id}`);
  }

  /** Stops answering. */
  stop(): Promise<void> {
    return this.leave();
  }

  private after({ after_project, after_interview, limit }: InterviewsAfter): CompletedInterview[] {
    const keys = [...this.summaries.keys()].sort();
    const next = keys.filter((key) => key > `${after_project} ${after_interview}`).slice(0, limit);
    return next.map((key) => {
      const [project_id = '', interview_id = ''] = key.split(' ');
      return { project_id, interview_id };
    });
  }

  private summaryOf({ project_id, interview_id }: InterviewReference): SummarizedInterview {
    this.read.push(interview_id);
    const found = this.summaries.get(`${project_id} ${interview_id}`);
    if (!found) throw new NotFound();
    return found;
  }
}
