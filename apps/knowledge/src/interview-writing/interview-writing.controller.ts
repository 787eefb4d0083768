import {
  type Caller,
  type InterviewReport,
  type WriteInterview,
  interviewReports,
  interviewWriting,
} from '@pks/contracts';
import { type Before, BusClient, type Service, Serves } from '@pks/platform';
import { InterviewWritingService } from './interview-writing.service.ts';

/** Answers the call that writes an interview to an artifact. */
@Serves(interviewWriting)
export class InterviewWritingController implements Service<typeof interviewWriting> {
  /** Reads the interview before there is a transaction; if it cannot be written, the interviews service says why. */
  readonly before = {
    write: ({ project_id, interview_id }) =>
      this.bus.call(interviewReports.calls.read, { project_id, interview_id }),
  } satisfies Before<typeof interviewWriting>;

  constructor(
    private readonly service: InterviewWritingService,
    private readonly bus: BusClient,
  ) {}

  write(request: WriteInterview, caller: Caller, report: InterviewReport) {
    return this.service.write(request, report, caller);
  }
}
