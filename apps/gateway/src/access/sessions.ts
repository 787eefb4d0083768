import { Injectable } from '@nestjs/common';
import { type Reply, wholeBody } from '@pks/platform/process';
import type { FastifyReply } from 'fastify';
import { GatewayConfig } from '../gateway.config.ts';
import { baseUrlOf } from '../http/base-url.ts';
import type { ApiRequest } from '../http/json-body.ts';
import type { Route } from '../routes/route.ts';
import { endedCookies, keptCookie, sessionCookie, wantsCookie } from './session-cookie.ts';

/** Keeps the session tokens of this service's pages in a cookie that no script can read (ADR 26). */
@Injectable()
export class Sessions {
  constructor(private readonly config: GatewayConfig) {}

  /**
   * The reply as the client gets it: if it asked for a cookie, the token of a new session moves there from the body. A page that begins
   * by asking whose session it has extends its cookie by another 90 days, as using the token extends the token.
   */
  async carry(
    { session }: Pick<Route, 'session'>,
    request: ApiRequest,
    response: FastifyReply,
    reply: Reply,
  ): Promise<Reply> {
    if (session === undefined || !wantsCookie(request.headers)) return reply;
    const baseUrl = baseUrlOf(this.config, request);
    if (session === 'ends') {
      response.header('set-cookie', endedCookies(baseUrl));
      return reply;
    }
    if (session === 'keeps') {
      const kept = keptCookie(baseUrl, request.headers);
      if (kept !== undefined) response.header('set-cookie', kept);
      return reply;
    }
    const { token, others } = sessionIn(await wholeBody(reply));
    response.header('set-cookie', sessionCookie(baseUrl, token));
    return { ...reply, body: Buffer.from(JSON.stringify(others)) };
  }
}

/** The token of a new session, and the other fields of the service's reply. */
function sessionIn(body: Uint8Array): { readonly token: string; readonly others: object } {
  const session: unknown = JSON.parse(Buffer.from(body).toString());
  const { token, ...others } = Object.fromEntries(
    typeof session === 'object' && session !== null ? Object.entries(session) : [],
  );
  return { token: String(token), others };
}
