import { Injectable } from '@nestjs/common';
import { Clock, type JobOptions, type JobType } from '@pks/platform';
import { MailLinesRepository } from './mail-lines.repository.ts';

/** An e-mail waits as if it had come so long after the one before it in its project, which is longer than a mail server takes for one. */
const TURN_MS = 10_000;
/** A person is sent so many e-mails about a project at once. */
const AT_ONCE = 20;
/** Those beyond are sent one at a time, so far apart. */
const APART_MS = 180_000;

/** When an e-mail is sent, and which of those that wait come before it. */
type Turn = Pick<JobOptions, 'priority' | 'startAfter'>;

/**
 * Lets projects take turns with their e-mails of a kind, and none flood a person: all are sent, but some later. Turns are taken in the
 * transaction that adds the job.
 */
@Injectable()
export class MailTurns {
  constructor(
    private readonly lines: MailLinesRepository,
    private readonly clock: Clock,
  ) {}

  /** The turn of a project's next e-mail of a kind. */
  async next({ name: line }: JobType, projectId: string): Promise<Turn> {
    return turnAt(await this.lines.take({ projectId, line, apartMs: TURN_MS }, this.clock.now()));
  }

  /** The same of one to a person, who has twenty at once, and one in three minutes beyond that. */
  async nextTo(userId: string, { name }: JobType, projectId: string): Promise<Turn> {
    const now = this.clock.now();
    const turn = await this.lines.take({ projectId, line: name, apartMs: TURN_MS }, now);
    const own = await this.lines.take({ projectId, line: `${name} ${userId}`, apartMs: APART_MS }, now);
    const startAfter = new Date(own.getTime() - (AT_ONCE - 1) * APART_MS);
    if (startAfter <= now) return turnAt(turn);
    return { ...turnAt(startAfter > turn ? startAfter : turn), startAfter };
  }
}

function turnAt(time: Date): Turn {
  return { priority: -Math.floor(time.getTime() / TURN_MS) };
}
