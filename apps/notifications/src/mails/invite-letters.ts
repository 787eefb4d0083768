import { Injectable } from '@nestjs/common';
import type { Admittance, InviteLetter } from '@pks/contracts';
import { NotificationsConfig } from '../notifications.config.ts';
import { type Sheet, layOut } from './layout.ts';
import type { Body } from './mailer.ts';

const LONG_DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** Writes the e-mails about invites. */
@Injectable()
export class InviteLetters {
  private readonly acceptUrl: string | undefined;

  constructor({ inviteAcceptUrl }: NotificationsConfig) {
    this.acceptUrl = inviteAcceptUrl;
  }

  write({ project_name, inviter_email, admittance }: InviteLetter): Body {
    return layOut(
      admittance
        ? this.invitation(project_name, inviter_email, admittance)
        : welcome(project_name, inviter_email),
    );
  }

  private invitation(project: string, inviter: string, { token, expires_at }: Admittance): Sheet {
    const end = LONG_DATE.format(new Date(expires_at));
    return {
      subject: `You are invited to the project "${project}"`,
      preview: `${inviter} asks you to join. The invitation counts until ${end}.`,
      title: `Join “${project}”`,
      paragraphs: [`${inviter} invites you to the project “${project}”.`, this.how()],
      ...this.wayIn(token),
      notes: [
        `The invitation counts once, until ${end} (UTC).`,
        'If you did not expect this e-mail, ignore it.',
      ],
    };
  }

  private how(): string {
    return this.acceptUrl === undefined
      ? 'To accept, send this request to the API, with a password of your choice:'
      : 'To accept, choose a password:';
  }

  private wayIn(token: string): Pick<Sheet, 'action' | 'listing'> {
    if (this.acceptUrl === undefined) {
      const body = JSON.stringify({ token, password: 'a password of your choice' }, null, 2);
      return { listing: `POST /api/v1/invites/accept/\nContent-Type: application/json\n\n${body}` };
    }
    const url = new URL(this.acceptUrl);
    url.searchParams.set('token', token);
    return { action: { label: 'Accept the invitation', url: url.href } };
  }
}

function welcome(project: string, inviter: string): Sheet {
  return {
    subject: `You are a member of the project "${project}"`,
    preview: `${inviter} made you a member. Log in as you always do.`,
    title: `Welcome to “${project}”`,
    paragraphs: [`${inviter} made you a member of the project “${project}”.`, 'Log in as you always do.'],
    notes: ['You get this e-mail because somebody who administers the project added you to it.'],
  };
}
