import {
  type ConfirmPasswordReset,
  type PasswordResetRequest,
  type ReadResetLetter,
  type RequestPasswordReset,
  type ResetLetterNow,
  type Session,
  passwordResets,
} from '@pks/contracts';
import { type Service, Serves } from '@pks/platform';
import { noSoonerThan } from './no-sooner-than.ts';
import { PasswordResetsService } from './password-resets.service.ts';

/** How long a request takes to be answered, whether or not there is an account: longer than the work takes. Milliseconds. */
export const ANSWERED_AFTER_MS = 100;

@Serves(passwordResets)
export class PasswordResetsController implements Service<typeof passwordResets> {
  constructor(private readonly resets: PasswordResetsService) {}

  async request(request: RequestPasswordReset): Promise<PasswordResetRequest> {
    await noSoonerThan(ANSWERED_AFTER_MS, () => this.resets.request(request));
    return {};
  }

  confirm(request: ConfirmPasswordReset): Promise<Session> {
    return this.resets.confirm(request);
  }

  letter(request: ReadResetLetter): Promise<ResetLetterNow> {
    return this.resets.letter(request);
  }
}
