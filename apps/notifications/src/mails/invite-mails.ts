import { Inject, type OnApplicationBootstrap } from '@nestjs/common';
import { letters } from '@pks/contracts';
import { BusClient, type Job, LOG, type Log, type Worker, Works } from '@pks/platform';
import { NotificationsConfig } from '../notifications.config.ts';
import { InviteLetters } from './invite-letters.ts';
import { inviteMail } from './mail-orders.ts';
import { Mailer } from './mailer.ts';

/**
 * Sends the e-mails about invites. Their content is requested from the identity service when they are sent, and an e-mail
 * that is no longer true is not sent. After a crash it may be sent again, with the same Message-ID.
 */
@Works(inviteMail)
export class InviteMails implements Worker<typeof inviteMail>, OnApplicationBootstrap {
  constructor(
    private readonly bus: BusClient,
    private readonly written: InviteLetters,
    private readonly mailer: Mailer,
    private readonly config: NotificationsConfig,
    @Inject(LOG) private readonly log: Log,
  ) {}

  get isPaused(): boolean {
    return !this.mailer.isConfigured;
  }

  onApplicationBootstrap(): void {
    if (this.isPaused) this.log.warn('SMTP_URL is not set, e-mails wait');
  }

  async work({ id, payload }: Job<typeof inviteMail>): Promise<void> {
    const { email: to, ...reference } = payload;
    const deadline = Date.now() + this.config.requestDeadlineMs;
    const { letter } = await this.bus.call(letters.calls.read, reference, {
      requestId: id,
      deadline,
      caller: null,
    });
    if (!letter) return;
    const messageId = `<${id}@${this.mailer.domain}>`;
    await this.mailer.send({ messageId, to, ...this.written.write(letter) });
  }
}
