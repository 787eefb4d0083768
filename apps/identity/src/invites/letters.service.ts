import { Injectable } from '@nestjs/common';
import { type LetterNow, type ReadLetter, hashOfSecret } from '@pks/contracts';
import { Clock } from '@pks/platform';
import { InviteTokens } from './invite-tokens.ts';
import { type LetterSubject, LettersRepository } from './letters.repository.ts';

/** The content of e-mails about invites, at the time of the request. */
@Injectable()
export class LettersService {
  constructor(
    private readonly letters: LettersRepository,
    private readonly tokens: InviteTokens,
    private readonly clock: Clock,
  ) {}

  /**
   * The letter of this edition of an invite, or about a membership; null once it would not be true.
   * @throws Error when the token in it would not be the valid one.
   */
  async read({ project_id, invite_id, edition, kind }: ReadLetter): Promise<LetterNow> {
    const subject = await this.letters.subject(project_id, invite_id);
    if (!subject) return { letter: null };
    const { project_name, inviter_email, status, expires_at } = subject;
    if (kind === 'existing_user') {
      return { letter: status === 'accepted' ? { project_name, inviter_email, admittance: null } : null };
    }
    if (!this.isOpen(subject, edition)) return { letter: null };
    const admittance = { token: this.tokenOf(subject), expires_at };
    return { letter: { project_name, inviter_email, admittance } };
  }

  private isOpen({ status, edition, expires_at }: LetterSubject, requested: number): boolean {
    return status === 'pending' && edition === requested && this.clock.now().toISOString() < expires_at;
  }

  private tokenOf(subject: LetterSubject): string {
    const token = this.tokens.of(subject);
    if (hashOfSecret(token) !== subject.token_hash) throw new Error('made with another CALLER_SECRET');
    return token;
  }
}
