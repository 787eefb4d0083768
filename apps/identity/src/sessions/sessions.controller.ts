import { type Caller, type Empty, type LogIn, type Session, sessions } from '@pks/contracts';
import { type Service, Serves } from '@pks/platform';
import { SessionsService } from './sessions.service.ts';

@Serves(sessions)
export class SessionsController implements Service<typeof sessions> {
  constructor(private readonly sessions: SessionsService) {}

  logIn(request: LogIn): Promise<Session> {
    return this.sessions.logIn(request);
  }

  logOut(_request: Empty, caller: Caller): Promise<void> {
    return this.sessions.logOut(caller);
  }
}
