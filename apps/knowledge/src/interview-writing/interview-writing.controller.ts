import { type Caller, type InterviewReport, type WriteInterview, interviewWriting } from '@pks/contracts';
import { type Before, type Service, Serves } from '@pks/platform';
import { InterviewReports } from './interview-reports.ts';
import { InterviewWritingService } from './interview-writing.service.ts';

/** Answers the call that writes an interview to an artifact. */
@Serves(interviewWriting)
export class InterviewWritingController implements Service<typeof interviewWriting> {
  /** The interview is read before there is a transaction. */
  readonly before = {
    write: (request) => this.reports.read(request),
  } satisfies Before<typeof interviewWriting>;

  constructor(
    private readonly service: InterviewWritingService,
    private readonly reports: InterviewReports,
  ) {}

  write(request: WriteInterview, caller: Caller, report: InterviewReport) {
    return this.service.write(request, report, caller);
  }
}
