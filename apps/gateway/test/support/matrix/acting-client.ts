import { CheckedClient } from '../checked-client.ts';

/** A client that asks to act as another user in every request. */
export class ActingClient extends CheckedClient {
  constructor(
    baseUrl: string,
    token: string | undefined,
    private readonly email: string,
  ) {
    super(baseUrl, token);
  }

  override as(token: string | undefined): ActingClient {
    return new ActingClient(this.baseUrl, token, this.email);
  }

  override get identity(): Readonly<Record<string, string>> {
    return { ...super.identity, 'x-impersonate-email': this.email };
  }
}
