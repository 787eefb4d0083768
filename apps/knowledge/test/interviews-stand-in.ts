import { randomUUID } from 'node:crypto';
import { type InterviewReference, type InterviewReport, interviewReports } from '@pks/contracts';
import { BusServer, type Fault, NotFound, SystemClock } from '@pks/platform';
import { connectTestBus, silentLog, standInService } from '@pks/testing';
import type { RunningKnowledge } from './running-knowledge.ts';

/** A report of a completed interview. */
export function aReport(overrides: Partial<InterviewReport> = {}): InterviewReport {
  const markdown = '## Interview: Onboarding\n\n> By hand.\n';
  return { id: randomUUID(), type: 'interview', name: 'Onboarding', markdown, ...overrides };
}

/** Answers for the interviews service with reports. */
export class InterviewsStandIn {
  private readonly reports = new Map<string, InterviewReport | Fault>();
  private leave = (): Promise<void> => Promise.resolve();

  /** Serves on the bus of a knowledge service. */
  static async beside({ natsUrl }: RunningKnowledge): Promise<InterviewsStandIn> {
    const standIn = new InterviewsStandIn();
    const { connection, seal, close } = await connectTestBus(natsUrl);
    const options = { queue: 'interviews', deadlineMs: 10_000, concurrency: 50, queued: 50 };
    const server = new BusServer({ connection, seal, clock: new SystemClock(), log: silentLog() }, options);
    const read = async (request: InterviewReference) => standIn.reportOf(request);
    await (await standInService(interviewReports, { read }, server)).listen();
    standIn.leave = async () => {
      await server.close();
      await close();
    };
    return standIn;
  }

  /** Adds the report of an interview to a project. */
  add(projectId: string, report: InterviewReport): InterviewReport {
    this.reports.set(`${projectId} ${report.id}`, report);
    return report;
  }

  /** Adds an interview that has no report, with the fault that says why. */
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
}
