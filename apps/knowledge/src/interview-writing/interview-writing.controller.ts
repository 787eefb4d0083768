import { type Caller, type WriteInterview, interviewWriting } from '@pks/contracts';
import { type Before, type Service, Serves } from '@pks/platform';
import { InterviewReports } from './interview-reports.ts';
import { InterviewWritingService } from './interview-writing.service.ts';

/** Answers the call that writes an interview to an artifact. */
@Serves(interviewWriting)
export class InterviewWritingController implements Service<typeof interviewWriting> {
  /** The interview is read before there is a transaction. */
  readonly before: Before<typeof interviewWriting> = {
    write: (request) => this.reports.lookUp(request),
  };

  constructor(
    private readonly service: InterviewWritingService,
    private readonly reports: InterviewReports,
  ) {}

  write(request: WriteInterview, caller: Caller) {
    return this.service.write(request, this.reports.of(request), caller);
  }
}
