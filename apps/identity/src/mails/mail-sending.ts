import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Clock, Database, LOG, type Log } from '@pks/platform';
import { Letters } from './letters.ts';
import type { Mail } from './mail.entity.ts';
import { Mailer } from './mailer.ts';
import { MailsRepository } from './mails.repository.ts';

/** Milliseconds. */
const LOOK_EVERY_MS = 1_000;

/**
 * Sends the mails that are due, one at a time, on each replica. A process that dies in between leaves the mail to be sent
 * again, under the same Message-ID.
 */
@Injectable()
export class MailSending implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private underWay: Promise<void> = Promise.resolve();
  private stopping = false;

  constructor(
    private readonly mails: MailsRepository,
    private readonly letters: Letters,
    private readonly mailer: Mailer,
    private readonly clock: Clock,
    private readonly database: Database,
    @Inject(LOG) private readonly log: Log,
  ) {}

  onApplicationBootstrap(): void {
    if (this.mailer.isConfigured) this.lookLater();
    else this.log.warn('SMTP_URL is not set: e-mails wait until it is');
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping = true;
    clearTimeout(this.timer);
    await this.underWay;
    this.mailer.close();
  }

  /** Sends what is due now, until nothing is. */
  async sendDue(): Promise<void> {
    for (;;) {
      const mail = this.stopping ? undefined : await this.mails.takeDue(this.clock.now());
      if (!mail) return;
      await this.attempt(mail);
      await this.mails.dropOld(this.clock.now());
    }
  }

  private lookLater(): void {
    if (this.stopping) return;
    this.timer = setTimeout(() => {
      this.underWay = this.look().finally(() => this.lookLater());
    }, LOOK_EVERY_MS);
  }

  private async look(): Promise<void> {
    if (this.database.notReady !== undefined) return;
    try {
      await this.sendDue();
    } catch (error) {
      this.log.warn({ err: error }, 'e-mails that are due were not looked at');
    }
  }

  private async attempt(mail: Mail): Promise<void> {
    const subject = await this.mails.subjectOf(mail);
    if (!subject || !this.letters.isCurrent(mail, subject, this.clock.now())) return this.mails.drop(mail);
    const messageId = `<${mail.id}@${this.mailer.domain}>`;
    try {
      await this.mailer.send({ messageId, to: mail.recipient, ...this.letters.write(mail, subject) });
      mail.succeed(this.clock.now());
    } catch (error) {
      mail.fail(error instanceof Error ? error.message : 'unknown', this.clock.now());
      const { id: mail_id, attempts, lastError: reason } = mail;
      this.log.warn({ mail_id, attempts, reason }, 'an e-mail was not sent; it is tried again');
    }
    await this.mails.save(mail);
  }
}
