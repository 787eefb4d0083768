import { Injectable } from '@nestjs/common';
import { REQUIRED } from '@pks/contracts';
import { Invalid, type Reply } from '@pks/platform/process';
import type { FastifyReply } from 'fastify';
import { Gatekeeper } from '../access/gatekeeper.ts';
import { assertKeyForm, keyedRequestOf } from '../http/idempotency-header.ts';
import { type ApiRequest, assertPlainCoding } from '../http/json-body.ts';
import { QueryReader, queryText } from '../http/query.ts';
import { respondBytes } from '../http/respond.ts';
import { type Route, placesOf } from '../routes/route.ts';
import { type ArrivalLimits, piecesOf } from './arrival.ts';
import { Discards } from './discards.ts';
import { FormParts, type RestOfForm, boundaryIn, dropUnread } from './multipart.ts';
import { ClientGone, NoForm } from '../http/refusals.ts';
import { FILES } from './upload-form.ts';
import { transferrerOf } from './transfer-places.ts';
import { Uploads } from './uploads.ts';

/** An upload has to be over before its reserved documents are released, which is after an hour. */
const LIMITS: ArrivalLimits = {
  wholeMs: 50 * 60_000,
  bytesPerSecond: 16 * 1024,
  behindMs: 10_000,
  pauseMs: 30_000,
};

/** What uploads depend on. */
@Injectable()
export class UploadEndpointParts {
  constructor(
    readonly gatekeeper: Gatekeeper,
    readonly uploads: Uploads,
    readonly discards: Discards,
  ) {}
}

/** Serves an upload of files, after the same checks in the same order as every endpoint. */
export class UploadEndpoint {
  private readonly query: QueryReader;

  constructor(
    private readonly route: Route,
    private readonly parts: UploadEndpointParts,
  ) {
    this.query = new QueryReader(route.rpc.request, placesOf(route).query);
  }

  /** Authenticates and authorizes, before reading any of the body. */
  readonly authorize = async (request: ApiRequest): Promise<void> => {
    request.caller = await this.parts.gatekeeper.admit(this.route, request);
  };

  /** Writes the files while they arrive, and answers when all are stored, or as soon as storing one fails. */
  readonly handle = async (request: ApiRequest, response: FastifyReply): Promise<FastifyReply> => {
    const boundary = this.acceptedBoundary(request);
    try {
      const reply = await this.receive(request, boundary);
      response.code(this.route.status).header('cache-control', 'no-store');
      if (reply.replayed) response.header('idempotent-replayed', 'true');
      return respondBytes(response, reply.body);
    } catch (error) {
      if (!(error instanceof ClientGone)) throw error;
      return response.hijack();
    }
  };

  /** The boundary of the form of a request that is well-formed except for its body. @throws NoForm, UnsupportedCoding, NotPossible, Invalid */
  private acceptedBoundary(request: ApiRequest): string {
    try {
      const boundary = boundaryOf(request);
      this.query.read(queryText(request.url));
      assertKeyForm(this.route, request);
      if (boundary === undefined) throw Invalid.field(FILES, REQUIRED);
      return boundary;
    } catch (error) {
      void dropUnread(piecesOf(request.raw, LIMITS), this.restOf(request));
      throw error;
    }
  }

  private async receive(request: ApiRequest, boundary: string): Promise<Reply> {
    const form = new FormParts(piecesOf(request.raw, LIMITS), boundary, this.restOf(request));
    try {
      const context = {
        requestId: request.id,
        uploader: transferrerOf(request),
        length: lengthOf(request),
        readmit: () => this.parts.gatekeeper.readmit(this.route, request),
        keyed: (contents: string) => keyedRequestOf(this.route, request, contents),
      };
      return await this.parts.uploads.receive(context, form);
    } finally {
      form.discard();
    }
  }

  private restOf(request: ApiRequest): RestOfForm {
    return {
      turn: () => this.parts.discards.turn(transferrerOf(request).userId, request.raw),
      giveUp: () => request.raw.destroy(),
    };
  }
}

/** The boundary of the form; undefined without a body. @throws NoForm, UnsupportedCoding, NotPossible */
function boundaryOf({ headers }: ApiRequest): string | undefined {
  const type = headers['content-type'];
  const isThere = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (type === undefined && !isThere) return undefined;
  if (!/^multipart\/form-data\s*(;|$)/i.test(type ?? '')) throw new NoForm();
  assertPlainCoding(headers['content-encoding']);
  return isThere ? boundaryIn(type ?? '') : undefined;
}

function lengthOf({ headers }: ApiRequest): number | undefined {
  const length = headers['content-length'];
  return length === undefined ? undefined : Number(length);
}
