import { contract, rpc, secret } from '../kit/contract.ts';
import { OneOf, Text } from '../kit/fields.ts';
import { InterviewReference } from './interviews.contract.ts';

/** Stops the reminders of an interview with the token from one of them. */
export class StopRemindersByToken extends InterviewReference {
  @Text({
    in: 'query',
    max: 64,
    description: 'The token from the e-mail. It is valid for this interview only.',
  })
  readonly token!: string;
}

/** Reminders of an interview were stopped. */
export class RemindersStopped {
  @OneOf(['reminders_stopped'])
  readonly status!: 'reminders_stopped';
}

/** A reminder was sent. */
export class ReminderSent {
  @OneOf(['reminder_sent'])
  readonly status!: 'reminder_sent';
}

/**
 * The reminders of an interview, for admins and the user who assigned it; any recipient can stop them (api.md Interviews, decisions
 * 6).
 */
export const reminders = contract('interviews.reminders', {
  stop: rpc(InterviewReference).by('view').returns(RemindersStopped),
  stopByToken: secret(rpc(StopRemindersByToken).by('anyone').returns(RemindersStopped)),
  send: rpc(InterviewReference).by('view').returns(ReminderSent),
});
