import type { Answer } from '@pks/testing/black-box';
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

  override send<Body>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<Body>> {
    return super.send(method, path, body, { 'x-impersonate-email': this.email, ...headers });
  }
}
