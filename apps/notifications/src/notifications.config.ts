import { Text } from '@pks/contracts';
import { APP_URL, BASE_URL, DATABASE_URL_FORM, Env, NATS_URL_FORM, ServiceConfig } from '@pks/platform';

/** The configuration of the notifications service. */
export class NotificationsConfig extends ServiceConfig {
  /** The address of NATS with this service's own user; without it, the one of `NATS_URL`. */
  @Env('NOTIFICATIONS_NATS_URL')
  @Text({ optional: true, ...NATS_URL_FORM })
  override readonly ownNatsUrl?: string;

  /** This service's own database; without it, the one of `DATABASE_URL`. */
  @Env('NOTIFICATIONS_DATABASE_URL')
  @Text({ optional: true, ...DATABASE_URL_FORM })
  override readonly ownDatabaseUrl?: string;

  /** The mail server; without it, e-mails wait. */
  @Env('SMTP_URL')
  @Text({ optional: true, pattern: '^smtps?://[^\\s]+$', example: 'smtp://mail.example.com:587' })
  readonly smtpUrl?: string;

  @Env('MAIL_FROM')
  @Text({
    default: 'Project Knowledge <no-reply@localhost>',
    max: 320,
    pattern: '^[^\\r\\n]*@[^\\r\\n]+$',
    example: 'Knowledge <no-reply@example.com>',
  })
  readonly mailFrom!: string;

  /** The address of the web pages that e-mails link to; without it, the origin of `PUBLIC_BASE_URL`. */
  @Env('PUBLIC_APP_URL')
  @Text({ optional: true, pattern: APP_URL, example: 'https://knowledge.example.com' })
  readonly publicAppUrl?: string;

  /** The public address of the API; without either, e-mails describe the API call instead of linking to a page. */
  @Env('PUBLIC_BASE_URL')
  @Text({ optional: true, pattern: BASE_URL, example: 'https://knowledge.example.com/api/v1' })
  readonly publicBaseUrl?: string;
}
