import { Injectable } from '@nestjs/common';
import {
  type Admittance,
  type LetterNow,
  type OrganizationLetterNow,
  type ReadLetter,
  type ReadOrganizationLetter,
  hashOfSecret,
} from '@pks/contracts';
import { Clock } from '@pks/platform';
import { MailedTokens } from '../users/mailed-tokens.ts';
import { type OpenInvite, LettersRepository } from './letters.repository.ts';

/** The content of e-mails about invites, at the time of the request. */
@Injectable()
export class LettersService {
  constructor(
    private readonly letters: LettersRepository,
    private readonly tokens: MailedTokens,
    private readonly clock: Clock,
  ) {}

  /**
   * The letter of this edition of an invite, or about a membership; null once it would no longer be true.
   * @throws Error when the token in it would not be the valid one.
   */
  async read({ project_id, invite_id, edition, kind }: ReadLetter): Promise<LetterNow> {
    const subject = await this.letters.subject(project_id, invite_id);
    if (!subject) return { letter: null };
    const { email: to, project_name, inviter_email, status, is_member } = subject;
    if (kind === 'existing_user') {
      const isTrue = status === 'accepted' && is_member;
      return { letter: isTrue ? { to, project_name, inviter_email, admittance: null } : null };
    }
    if (status !== 'pending' || !this.isOpen(subject, edition)) return { letter: null };
    return { letter: { to, project_name, inviter_email, admittance: this.admittanceOf(subject) } };
  }

  /** The letter of this edition of an invite to an organization; null once its token is no longer accepted. @throws Error as above */
  async readOrganization(request: ReadOrganizationLetter): Promise<OrganizationLetterNow> {
    const { organization_id, user_id, edition } = request;
    const subject = await this.letters.organizationSubject(organization_id, user_id);
    if (!subject || !this.isOpen(subject, edition)) return { letter: null };
    const { email: to, organization_name, inviter_email } = subject;
    return { letter: { to, organization_name, inviter_email, admittance: this.admittanceOf(subject) } };
  }

  private isOpen({ edition, token_hash, expires_at }: OpenInvite, requested: number): boolean {
    return edition === requested && token_hash !== null && this.clock.now().toISOString() < expires_at;
  }

  private admittanceOf({ id, edition, token_hash, expires_at, needs_password }: OpenInvite): Admittance {
    const token = this.tokens.ofInvite({ id, edition });
    if (hashOfSecret(token) !== token_hash) throw new Error('made with another CALLER_SECRET');
    return { token, expires_at, needs_password };
  }
}
