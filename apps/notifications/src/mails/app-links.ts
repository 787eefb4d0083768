import { Injectable } from '@nestjs/common';
import { appUrlOf } from '@pks/platform';
import { NotificationsConfig } from '../notifications.config.ts';

/** The pages outside of projects that e-mails link to. */
export type AppPage = '/accept-invite' | '/reset-password';

/** What identifies the page of an interview. */
export interface OfInterview {
  readonly project_id: string;
  readonly interview_id: string;
}

/** Links to the web pages and to the API of this deployment (decisions 2). */
@Injectable()
export class AppLinks {
  private readonly base: string | undefined;
  private readonly api: string | undefined;

  constructor(config: NotificationsConfig) {
    this.base = appUrlOf(config);
    this.api = config.publicBaseUrl;
  }

  /** The address of a page that takes a token; undefined where the deployment's public address is not configured. */
  to(page: AppPage, token: string): string | undefined {
    return this.base === undefined ? undefined : `${this.base}${page}?token=${encodeURIComponent(token)}`;
  }

  /** The address of the page on which an interview is taken; undefined likewise. */
  toInterview({ project_id, interview_id }: OfInterview): string | undefined {
    return this.base === undefined
      ? undefined
      : `${this.base}/projects/${project_id}/interviews/${interview_id}`;
  }

  /** The address of the page on which the reminders of an interview are stopped; undefined likewise. */
  toStopReminders(of: OfInterview, token: string): string | undefined {
    const page = this.toInterview(of);
    return page === undefined ? undefined : `${page}/stop-reminders?token=${encodeURIComponent(token)}`;
  }

  /** The address at which one POST stops the reminders (RFC 8058); undefined where the public address of the API is not configured. */
  oneClickStop(of: OfInterview, token: string): string | undefined {
    return this.api === undefined ? undefined : `${this.api}${stopPath(of, token)}`;
  }
}

/** The call that stops the reminders of an interview, under the base URL of the API. */
export function stopPath({ project_id, interview_id }: OfInterview, token: string): string {
  const path = `/projects/${project_id}/interviews/${interview_id}/stop-reminders-by-mail/`;
  return `${path}?token=${encodeURIComponent(token)}`;
}
