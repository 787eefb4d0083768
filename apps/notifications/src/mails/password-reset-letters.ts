import { Injectable } from '@nestjs/common';
import type { ResetLetter } from '@pks/contracts';
import { AppLinks } from './app-links.ts';
import { layOut } from './layout.ts';
import type { Body } from './mailer.ts';

/** Writes the e-mails for resetting passwords. */
@Injectable()
export class PasswordResetLetters {
  constructor(private readonly links: AppLinks) {}

  write({ token }: ResetLetter): Body {
    const url = this.links.to('/reset-password', token);
    return layOut({
      subject: 'Choose another password',
      preview: 'Somebody asked for another password of your account. The link counts for an hour at most.',
      title: 'Choose another password',
      paragraphs: [
        'Somebody asked for another password of the account with this e-mail address.',
        url === undefined
          ? 'To choose one, send this request to the API:'
          : 'Choosing one ends every session of the account.',
      ],
      ...(url === undefined
        ? { listing: requestOf(token) }
        : { action: { label: 'Choose another password', url } }),
      notes: [
        'This counts once, for an hour at most.',
        'If it was not you, ignore this e-mail: the password stays as it is.',
      ],
    });
  }
}

function requestOf(token: string): string {
  const body = JSON.stringify({ token, password: 'a password of your choice' }, null, 2);
  return `POST /api/v1/auth/password-reset/confirm/\nContent-Type: application/json\n\n${body}`;
}
