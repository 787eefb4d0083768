import { Injectable } from '@nestjs/common';
import { type InterviewReport, type WriteInterview, interviewReports } from '@pks/contracts';
import { BusClient } from '@pks/platform';

/** Reads what completed interviews have to say from the interviews service. */
@Injectable()
export class InterviewReports {
  private readonly found = new WeakMap<WriteInterview, InterviewReport>();

  constructor(private readonly bus: BusClient) {}

  /**
   * Reads the report for a request, outside of its transaction. @throws NotFound for an unknown interview; Invalid for one
   * that cannot be written, as the interviews service says why.
   */
  async lookUp(request: WriteInterview): Promise<void> {
    const { project_id, interview_id } = request;
    this.found.set(request, await this.bus.call(interviewReports.calls.read, { project_id, interview_id }));
  }

  /** The one that was read. */
  of(request: WriteInterview): InterviewReport {
    const found = this.found.get(request);
    if (!found) throw new Error('The report was not read.');
    return found;
  }
}
