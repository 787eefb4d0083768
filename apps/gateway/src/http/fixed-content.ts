import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ContentCoding, codingFor } from './content-coding.ts';
import { etagOf, matches } from './etag.ts';
import { respondHeaders } from './respond.ts';
import { varyBy } from './vary.ts';

/** A body that never changes while the gateway runs. */
export interface FixedBody {
  readonly type: string;
  readonly cacheControl: string;
  readonly read: () => Uint8Array | Promise<Uint8Array>;
}

interface Encoded {
  readonly bytes: Uint8Array;
  readonly etag: string;
}

const ENCODE: Readonly<Record<ContentCoding, (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
  identity: (bytes) => bytes,
};

/** Answers with a fixed body in the coding that the client prefers. Each encoding is computed once, at its first use. */
export class FixedContent {
  private readonly encoded = new Map<ContentCoding, Promise<Encoded>>();

  constructor(private readonly body: FixedBody) {}

  /** Answers with the body, or with 304 if the client already has it. */
  async respond(request: FastifyRequest, response: FastifyReply): Promise<FastifyReply> {
    const { coding, bytes, etag } = await this.preferred(request, response);
    response.headers({ etag, 'cache-control': this.body.cacheControl });
    if (matches(request.headers['if-none-match'], etag)) return respondHeaders(response.code(304));
    if (coding !== 'identity') response.header('content-encoding', coding);
    return response.type(this.body.type).send(bytes);
  }

  /** Answers 404 with the body as its page. */
  async respondNotFound(request: FastifyRequest, response: FastifyReply): Promise<FastifyReply> {
    const { coding, bytes } = await this.preferred(request, response);
    if (coding !== 'identity') response.header('content-encoding', coding);
    return response.code(404).header('cache-control', 'no-store').type(this.body.type).send(bytes);
  }

  private async preferred(
    request: FastifyRequest,
    response: FastifyReply,
  ): Promise<Encoded & { readonly coding: ContentCoding }> {
    const coding = codingFor(request.headers['accept-encoding']?.toString());
    varyBy(response, 'Accept-Encoding');
    return { coding, ...(await this.in(coding)) };
  }

  private in(coding: ContentCoding): Promise<Encoded> {
    const known = this.encoded.get(coding);
    if (known) return known;
    const encoded = this.encode(coding);
    this.encoded.set(coding, encoded);
    encoded.catch(() => this.encoded.delete(coding));
    return encoded;
  }

  private async encode(coding: ContentCoding): Promise<Encoded> {
    const plain = coding === 'identity' ? await this.body.read() : (await this.in('identity')).bytes;
    const bytes = await ENCODE[coding](plain);
    return { bytes, etag: etagOf(bytes) };
  }
}
