import { Text } from '@pks/contracts';
import { Env, ServiceConfig } from '@pks/platform';

/** The configuration of the notifications service. */
export class NotificationsConfig extends ServiceConfig {
  /** This service's own database; without it, the one of `DATABASE_URL`. */
  @Env('NOTIFICATIONS_DATABASE_URL')
  @Text({ optional: true })
  readonly ownDatabaseUrl?: string;

  /** The mail server; without it, e-mails wait. */
  @Env('SMTP_URL')
  @Text({ optional: true, pattern: '^smtps?://[^\\s]+$' })
  readonly smtpUrl?: string;

  @Env('MAIL_FROM')
  @Text({ default: 'Project Knowledge <no-reply@localhost>', max: 320, pattern: '^[^\\r\\n]*@[^\\r\\n]+$' })
  readonly mailFrom!: string;

  /** The page on which an invite is accepted; the link in an e-mail adds the token. Without it, the e-mail shows the API call. */
  @Env('INVITE_ACCEPT_URL')
  @Text({ optional: true, pattern: '^https?://[^\\s/][^\\s]*$' })
  readonly inviteAcceptUrl?: string;
}
