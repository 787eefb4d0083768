import { type AssignInterviews, type Caller, assignment } from '@pks/contracts';
import { type Before, type Service, Serves } from '@pks/platform';
import { type Assignee, Assignees } from './assignees.ts';
import { AssignmentService } from './assignment.service.ts';

/** Answers the call that assigns interviews. */
@Serves(assignment)
export class AssignmentController implements Service<typeof assignment> {
  /** Assignees are looked up before the transaction begins. */
  readonly before = {
    assign: (request) => this.assignees.lookUp(request),
  } satisfies Before<typeof assignment>;

  constructor(
    private readonly service: AssignmentService,
    private readonly assignees: Assignees,
  ) {}

  assign(request: AssignInterviews, caller: Caller, assignees: readonly Assignee[]) {
    return this.service.assign(request, caller, assignees);
  }
}
