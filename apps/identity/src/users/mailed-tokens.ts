import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { IdentityConfig } from '../identity.config.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** How many characters 256 bits take. */
const LENGTH = 43;

/** The purpose of each kind of token, by the prefix that shows it. */
const PURPOSES = {
  pki_: 'the tokens of invites',
  pkr_: 'the tokens of password resets',
} as const;
type Prefix = keyof typeof PURPOSES;

/** What was mailed: something with an id, for the `edition`th time. */
export interface Mailed {
  readonly id: string;
  readonly edition: number;
}

/**
 * The tokens in e-mails. They are not stored: a token is derived, after a crash once more, from an id and an edition, with
 * a key that only this service's configuration gives.
 */
@Injectable()
export class MailedTokens {
  private readonly secret: string;

  constructor({ callerSecret }: IdentityConfig) {
    this.secret = callerSecret;
  }

  /** The token of this edition of an invite, to a project or an organization: `pki_` and 43 base62 characters. */
  ofInvite(invite: Mailed): string {
    return this.derive('pki_', invite);
  }

  /** The token of this edition of a password reset: `pkr_` and 43 base62 characters. */
  ofReset(reset: Mailed): string {
    return this.derive('pkr_', reset);
  }

  private derive(prefix: Prefix, { id, edition }: Mailed): string {
    const key = createHmac('sha256', this.secret).update(PURPOSES[prefix]).digest();
    const derived = createHmac('sha256', key).update(`${id} ${edition}`).digest('hex');
    return `${prefix}${base62(BigInt(`0x${derived}`))}`;
  }
}

function base62(number: bigint): string {
  let text = '';
  for (let rest = number; text.length < LENGTH; rest /= 62n) {
    text = `${ALPHABET[Number(rest % 62n)]}${text}`;
  }
  return text;
}
