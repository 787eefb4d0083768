import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { InterviewReference, StopRemindersByToken } from '@pks/contracts';
import { NotFound } from '@pks/platform';
import { InterviewsConfig } from '../interviews.config.ts';

const PURPOSE = 'the tokens that stop reminders';

/**
 * The tokens in reminders, each of which stops the reminders of one interview and does nothing else. They are not stored: each
 * is derived from its interview, with a key that is derived from this service's configuration.
 */
@Injectable()
export class StopTokens {
  private readonly key: Buffer;

  constructor({ callerSecret }: InterviewsConfig) {
    this.key = createHmac('sha256', callerSecret).update(PURPOSE).digest();
  }

  /** The token of an interview: 43 characters of base64url. */
  of({ project_id, interview_id }: InterviewReference): string {
    const named = `stop-reminders ${project_id} ${interview_id}`;
    return createHmac('sha256', this.key).update(named).digest('base64url');
  }

  /** @throws NotFound unless the token is that of the interview; how long the check takes reveals nothing about either. */
  assertRight({ token, ...interview }: StopRemindersByToken): void {
    const [given, right] = [Buffer.from(token), Buffer.from(this.of(interview))];
    if (given.length !== right.length || !timingSafeEqual(given, right)) throw new NotFound();
  }
}
