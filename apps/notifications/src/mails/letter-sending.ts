import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { RequestOf, ResponseOf, Rpc } from '@pks/contracts';
import { BusClient, type JobOutput, LOG, type Log, ownCall } from '@pks/platform';
import { NotificationsConfig } from '../notifications.config.ts';
import { type Body, Mailer } from './mailer.ts';

/** What became of a job's e-mail, for whoever asks why it never came. */
export type MailOutcome = JobOutput &
  ({ readonly sent: true; readonly to: string; readonly response: string } | { readonly sent: false });

/** The outcome of an outdated e-mail, which is not sent. */
export const NOT_TRUE: MailOutcome = { sent: false, reason: 'What it would say is no longer true.' };

/** Sends the e-mails of jobs. Only then is their content requested from the service that has it. */
@Injectable()
export class LetterSending implements OnApplicationBootstrap {
  constructor(
    private readonly bus: BusClient,
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

  /** The current content of a job's e-mail. */
  read<R extends Rpc>(rpc: R, request: RequestOf<R>, jobId: string): Promise<ResponseOf<R>> {
    return this.bus.call(rpc, request, ownCall(this.config.requestDeadlineMs, jobId));
  }

  /** Sends a job's e-mail, and returns the mail server's answer. After a crash it may be sent again, with the same Message-ID. */
  async send(jobId: string, to: string, body: Body): Promise<MailOutcome> {
    const messageId = `<${jobId}@${this.mailer.domain}>`;
    return { sent: true, to, response: await this.mailer.send({ messageId, to, ...body }) };
  }
}
