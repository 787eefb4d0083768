import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { IdentityConfig } from '../identity.config.ts';
import type { Invite } from './invite.entity.ts';

const PREFIX = 'pki_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** The characters that 256 bits take. */
const LENGTH = 43;

/**
 * The tokens of invites. They are not stored: the token is derived, also again after a crash, from the invite's id and
 * edition, with a key that only this service's configuration gives.
 */
@Injectable()
export class InviteTokens {
  private readonly key: Buffer;

  constructor({ callerSecret }: IdentityConfig) {
    this.key = createHmac('sha256', callerSecret).update('the tokens of invites').digest();
  }

  /** The token of this edition of the invite: `pki_` and 43 base62 characters. */
  of({ id, edition }: Pick<Invite, 'id' | 'edition'>): string {
    const derived = createHmac('sha256', this.key).update(`${id} ${edition}`).digest('hex');
    return `${PREFIX}${base62(BigInt(`0x${derived}`))}`;
  }
}

function base62(number: bigint): string {
  let text = '';
  for (let rest = number; text.length < LENGTH; rest /= 62n) {
    text = `${ALPHABET[Number(rest % 62n)]}${text}`;
  }
  return text;
}
