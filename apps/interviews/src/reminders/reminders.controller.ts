import {
  type Caller,
  type InterviewReference,
  type Interviewee,
  type StopRemindersByToken,
  reminders,
} from '@pks/contracts';
import { ActingUsers, type Before, type Service, Serves } from '@pks/platform';
import { RemindersService } from './reminders.service.ts';

/** Answers the calls about reminders. */
@Serves(reminders)
export class RemindersController implements Service<typeof reminders> {
  /** The user who stops reminders must still be a member (api.md, `User not found`), and so must the assignee who is reminded. */
  readonly before = {
    stop: (_request, caller) => this.actors.assertPresent(caller),
    send: (request, caller) => this.service.assertAssigneePresent(request, caller),
  } satisfies Before<typeof reminders>;

  constructor(
    private readonly service: RemindersService,
    private readonly actors: ActingUsers,
  ) {}

  stop(request: InterviewReference, caller: Caller) {
    return this.service.stop(request, caller);
  }

  stopByToken(request: StopRemindersByToken) {
    return this.service.stopByToken(request);
  }

  send(request: InterviewReference, caller: Caller, member: Interviewee | undefined) {
    return this.service.send(request, caller, member);
  }
}
