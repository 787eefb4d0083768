import { Module } from '@nestjs/common';
import { InviteLetters } from './mails/invite-letters.ts';
import { InviteMails } from './mails/invite-mails.ts';
import { MailOrders } from './mails/mail-orders.ts';
import { Mailer } from './mails/mailer.ts';
import { SmtpMailer } from './mails/smtp-mailer.ts';

/** The parts of the notifications service. */
@Module({
  providers: [InviteLetters, InviteMails, MailOrders, { provide: Mailer, useClass: SmtpMailer }],
})
export class NotificationsModule {}
