import { Injectable } from '@nestjs/common';
import { hashOfSecret } from '@pks/contracts';
import { IdentityConfig } from '../identity.config.ts';
import { InviteTokens } from '../invites/invite-tokens.ts';
import type { Mail } from './mail.entity.ts';
import type { Letter } from './mailer.ts';
import type { MailSubject } from './mails.repository.ts';

type Body = Pick<Letter, 'subject' | 'text' | 'html'>;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** What e-mails say. */
@Injectable()
export class Letters {
  private readonly acceptUrl: string | undefined;

  constructor(
    private readonly tokens: InviteTokens,
    { inviteAcceptUrl }: IdentityConfig,
  ) {
    this.acceptUrl = inviteAcceptUrl;
  }

  /** Whether a mail is still true: an invite can be accepted by it, or somebody was welcomed. */
  isCurrent({ kind, edition }: Mail, subject: MailSubject, now: Date): boolean {
    if (kind === 'welcome') return subject.status === 'accepted';
    return (
      subject.status === 'pending' && subject.edition === edition && now.toISOString() < subject.expires_at
    );
  }

  /** What a mail says. @throws Error when the token that it would carry is not the one that counts. */
  write({ kind }: Mail, subject: MailSubject): Body {
    return kind === 'welcome' ? welcome(subject) : this.invite(subject);
  }

  private invite(subject: MailSubject): Body {
    const token = this.tokens.of(subject);
    if (hashOfSecret(token) !== subject.token_hash) throw new Error('made with another CALLER_SECRET');
    const { project_name, inviter_email, expires_at } = subject;
    return written(
      `You are invited to the project "${project_name}"`,
      `${inviter_email} invites you to the project "${project_name}".`,
      ...this.wayIn(token),
      `This invitation counts once, until ${expires_at.slice(0, 10)}.`,
    );
  }

  private wayIn(token: string): readonly string[] {
    if (this.acceptUrl === undefined) {
      const body = JSON.stringify({ token, password: 'a password of your choice' });
      return [`Your token is ${token}`, `To accept, send: POST /api/v1/invites/accept/ ${body}`];
    }
    const url = new URL(this.acceptUrl);
    url.searchParams.set('token', token);
    return ['To accept, choose a password here:', url.href];
  }
}

function welcome({ project_name, inviter_email }: MailSubject): Body {
  return written(
    `You are a member of the project "${project_name}"`,
    `${inviter_email} made you a member of the project "${project_name}".`,
    'Log in as you always do.',
  );
}

/** Paragraphs as plain text, and as HTML in which addresses are links. */
function written(subject: string, ...paragraphs: string[]): Body {
  return { subject, text: `${paragraphs.join('\n\n')}\n`, html: paragraphs.map(htmlOf).join('\n') };
}

function htmlOf(paragraph: string): string {
  const escaped = paragraph.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
  return /^https?:\/\/\S+$/.test(paragraph)
    ? `<p><a href="${escaped}">${escaped}</a></p>`
    : `<p>${escaped}</p>`;
}
