import { randomUUID } from 'node:crypto';
import {
  type Contract,
  type InterviewReference,
  type InterviewReport,
  type SummarizedInterview,
  interviewReports,
  interviewSummaries,
} from '@pks/contracts';
import { BusServer, type Fault, NotFound, type Service, SystemClock } from '@pks/platform';
import { connectTestBus, silentLog, standInService } from '@pks/testing';
import { v7 } from 'uuid';
import type { RunningKnowledge } from './running-knowledge.ts';

/** A report of a completed interview. */
export function aReport(overrides: Partial<InterviewReport> = {}): InterviewReport {
  const markdown = '## Interview: Onboarding\n\n> By hand.\n';
  return { id: randomUUID(), type: 'interview', name: 'Onboarding', markdown, ...overrides };
}

/** The summary of a completed interview that nobody takes, created by someone unknown. */
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

/** Answers for the interviews service with reports and summaries. */
export class InterviewsStandIn {
  /** The ids of the interviews whose summaries were read. */
  readonly read: string[] = [];
  private readonly reports = new Map<string, InterviewReport | Fault>();
  private readonly summaries = new Map<string, SummarizedInterview>();
  private leave = (): Promise<void> => Promise.resolve();

  /** Serves on the bus of a knowledge service. */
  static async beside({ natsUrl }: RunningKnowledge): Promise<InterviewsStandIn> {
    const standIn = new InterviewsStandIn();
    const { connection, seal, close } = await connectTestBus(natsUrl);
    const options = { queue: 'interviews', deadlineMs: 10_000, concurrency: 50, queued: 50 };
    const serve = async <C extends Contract>(contract: C, handlers: Service<C>): Promise<BusServer> => {
      const server = new BusServer({ connection, seal, clock: new SystemClock(), log: silentLog() }, options);
      await (await standInService(contract, handlers, server)).listen();
      return server;
    };
    const servers = [
      await serve(interviewReports, { read: async (request) => standIn.reportOf(request) }),
      await serve(interviewSummaries, { read: async (request) => standIn.summaryOf(request) }),
    ];
    standIn.leave = async () => {
      await Promise.all(servers.map((server) => server.close()));
      await close();
    };
    return standIn;
  }

  /** Adds the report of an interview to a project. */
  add(projectId: string, report: InterviewReport): InterviewReport {
    this.reports.set(`${projectId} ${report.id}`, report);
    return report;
  }

  /** Adds the summary of an interview to a project, or replaces it. */
  summarize(projectId: string, summary: SummarizedInterview): void {
    this.summaries.set(`${projectId} ${summary.id}`, summary);
  }

  /** Adds an interview that has no report, and why. */
  refuse(projectId: string, fault: Fault): string {
    const id = randomUUID();
    this.reports.set(`${projectId} ${id}`, fault);
    return id;
  }

  /** Stops answering. */
  stop(): Promise<void> {
    return this.leave();
  }

  private reportOf({ project_id, interview_id }: InterviewReference): InterviewReport {
    const found = this.reports.get(`${project_id} ${interview_id.toLowerCase()}`) ?? new NotFound();
    if ('markdown' in found) return found;
    throw found;
  }

  private summaryOf({ project_id, interview_id }: InterviewReference): SummarizedInterview {
    this.read.push(interview_id);
    const found = this.summaries.get(`${project_id} ${interview_id}`);
    if (!found) throw new NotFound();
    return found;
  }
}
