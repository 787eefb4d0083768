import { Injectable } from '@nestjs/common';
import { NotificationsConfig } from '../notifications.config.ts';

/** The pages that e-mails link to. */
export type AppPage = '/accept-invite' | '/reset-password';

/** Links to the web pages of this deployment (decisions 2). */
@Injectable()
export class AppLinks {
  private readonly base: string | undefined;

  constructor({ publicAppUrl, publicBaseUrl }: NotificationsConfig) {
    this.base = publicAppUrl ?? (publicBaseUrl === undefined ? undefined : new URL(publicBaseUrl).origin);
  }

  /** The address of a page that takes a token; undefined where the deployment's public address is not configured. */
  to(page: AppPage, token: string): string | undefined {
    return this.base === undefined ? undefined : `${this.base}${page}?token=${encodeURIComponent(token)}`;
  }
}
