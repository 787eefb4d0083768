import { Injectable } from '@nestjs/common';
import { type InterviewReport, type WriteInterview, interviewReports } from '@pks/contracts';
import { BusClient } from '@pks/platform';

/** Reads what completed interviews have to say from the interviews service. */
@Injectable()
export class InterviewReports {
  constructor(private readonly bus: BusClient) {}

  /**
   * Reads the report for a request, outside of its transaction. @throws NotFound for an unknown interview; Invalid for one
   * that cannot be written, as the interviews service says why.
   */
  read({ project_id, interview_id }: WriteInterview): Promise<InterviewReport> {
    return this.bus.call(interviewReports.calls.read, { project_id, interview_id });
  }
}
