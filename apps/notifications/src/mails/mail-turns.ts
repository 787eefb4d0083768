import { Injectable } from '@nestjs/common';
import { Clock, type JobOptions, type JobType } from '@pks/platform';
import { MailLinesRepository } from './mail-lines.repository.ts';

/** How far apart the turns of a project's e-mails are: longer than a mail server takes for one e-mail. Milliseconds. */
const TURN_MS = 10_000;
/** How many e-mails of a kind about a project a person is sent without delay. */
const AT_ONCE = 20;
/** How far apart the further e-mails to a person are sent. Milliseconds. */
const APART_MS = 180_000;

/** When an e-mail is due, and its priority among those that wait. */
type Turn = Pick<JobOptions, 'priority' | 'startAfter'>;

/**
 * Lets projects take turns with their e-mails of a kind, and keeps each from flooding a person: every e-mail is sent, but some later.
 * Turns are taken in the transaction that adds the job.
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

  /** The turn of a project's next e-mail of a kind to a person, who gets twenty at once, and one every three minutes beyond that. */
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
