import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isNativeError } from 'node:util/types';
import { type AddressRule, guardedConnection, lookUpAllowed, lookUpByDns } from './guarded-connection.ts';
import { OutgoingFailed } from './outgoing-failed.ts';
import { isPublicAddress } from './public-addresses.ts';

/** The limits of requests. */
export interface OutgoingRules {
  /** The installation's own origins, which may be at any address. */
  readonly allowedOrigins?: readonly string[];
  /** The longest time that a request and its response may take. Milliseconds. */
  readonly ms: number;
  /** The longest response that is accepted. Bytes. */
  readonly bytes: number;
  /** Finds the addresses of hosts. */
  readonly lookUp?: LookupFunction;
}

/** A response that was read to its end. */
export interface OutgoingResponse {
  readonly status: number;
  readonly body: string;
}

/**
 * HTTP requests made for users: to public addresses only, checked on the connected address, without redirects, bounded in time and bytes
 * (design 5). Each request has a connection of its own.
 */
export class OutgoingHttp {
  constructor(private readonly rules: OutgoingRules) {}

  /** @throws OutgoingFailed */
  async get(url: URL, signal: AbortSignal): Promise<OutgoingResponse> {
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(this.rules.ms)]);
    try {
      return await this.read(await this.send(url, bounded));
    } catch (error) {
      if (error instanceof OutgoingFailed) throw error;
      const cause: unknown = bounded.aborted ? bounded.reason : error;
      throw new OutgoingFailed(isNativeError(error) ? error.message : String(error), { cause });
    }
  }

  private send(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const headers = { Accept: 'application/json', 'Accept-Encoding': 'identity', Connection: 'close' };
    request(url, { signal, headers, createConnection: () => this.connect(url) })
      .on('error', reject)
      .once('response', resolve)
      .end();
    return promise;
  }

  private connect(url: URL) {
    const { allowedOrigins = [], lookUp = lookUpByDns } = this.rules;
    const isAllowed: AddressRule = allowedOrigins.includes(url.origin) ? () => true : isPublicAddress;
    return guardedConnection(url, lookUpAllowed(lookUp, isAllowed), isAllowed);
  }

  private async read(response: IncomingMessage): Promise<OutgoingResponse> {
    const { statusCode: status = 0 } = response;
    try {
      if (status >= 300 && status < 400)
        throw new OutgoingFailed(`It answered ${status}: redirects are not followed.`);
      const chunks: Uint8Array[] = [];
      let length = 0;
      for await (const chunk of response) {
        if (!(chunk instanceof Uint8Array)) break;
        length += chunk.length;
        if (length > this.rules.bytes) throw new OutgoingFailed(`It answered ${status} with too many bytes.`);
        chunks.push(chunk);
      }
      return { status, body: Buffer.concat(chunks).toString() };
    } finally {
      response.destroy();
    }
  }
}
