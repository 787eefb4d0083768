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
import { PasswordResetsService } from './password-resets.service.ts';

@Serves(passwordResets)
export class PasswordResetsController implements Service<typeof passwordResets> {
  constructor(private readonly resets: PasswordResetsService) {}

  async request(request: RequestPasswordReset): Promise<PasswordResetRequest> {
    await this.resets.request(request);
    return {};
  }

  confirm(request: ConfirmPasswordReset): Promise<Session> {
    return this.resets.confirm(request);
  }

  letter(request: ReadResetLetter): Promise<ResetLetterNow> {
    return this.resets.letter(request);
  }
}
