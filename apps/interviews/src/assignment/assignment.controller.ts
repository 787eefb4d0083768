import { type AssignInterviews, type Caller, assignment } from '@pks/contracts';
import { type Before, type Service, Serves } from '@pks/platform';
import { Assignees } from './assignees.ts';
import { AssignmentService } from './assignment.service.ts';

/** Answers the call that assigns interviews. */
@Serves(assignment)
export class AssignmentController implements Service<typeof assignment> {
  /** The assignees are looked up before there is a transaction. */
  readonly before: Before<typeof assignment> = {
    assign: (request) => this.assignees.lookUp(request),
  };

  constructor(
    private readonly service: AssignmentService,
    private readonly assignees: Assignees,
  ) {}

  assign(request: AssignInterviews, caller: Caller) {
    return this.service.assign(request, caller);
  }
}
