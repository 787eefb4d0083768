import { Invalid, type Reply } from '@pks/platform/process';
import type { FastifyReply } from 'fastify';
import type { Gatekeeper } from '../access/gatekeeper.ts';
import { idempotencyOf } from '../http/idempotency-header.ts';
import { type ApiRequest, assertPlainCoding } from '../http/json-body.ts';
import { QueryReader, queryText } from '../http/query.ts';
import { respondBytes } from '../http/respond.ts';
import { type Route, placesOf } from '../routing/route.ts';
import { type Patience, piecesOf } from './arrival.ts';
import { FormParts, boundaryIn } from './multipart.ts';
import { ClientGone, NoForm } from './refusals.ts';
import { FILES } from './upload-form.ts';
import type { Uploads } from './uploads.ts';

/** Rooms are given up after an hour. */
const PATIENCE: Patience = { silenceMs: 30_000, wholeMs: 50 * 60_000 };

/** Of who left before his answer: told by the log alone. */
const CLIENT_GONE = 499;

interface UploadEndpointParts {
  readonly gatekeeper: Gatekeeper;
  readonly uploads: Uploads;
  /** Told of an answer whose end the client did not wait for. */
  readonly onLeft: (request: ApiRequest, response: FastifyReply) => void;
  readonly patience?: Patience;
}

/** Serves an upload of files; the checks are those of every endpoint, in their order. */
export class UploadEndpoint {
  private readonly query: QueryReader;

  constructor(
    private readonly route: Route,
    private readonly parts: UploadEndpointParts,
  ) {
    this.query = new QueryReader(route.rpc.request, placesOf(route).query);
  }

  /** Before anything of the body is read: who asks, and whether he may. */
  readonly authorize = async (request: ApiRequest): Promise<void> => {
    await this.parts.gatekeeper.admit(this.route, request);
  };

  /** Takes the files as they come, and answers when all are stored, or as soon as one cannot be. */
  readonly handle = async (request: ApiRequest, response: FastifyReply): Promise<FastifyReply> => {
    const boundary = boundaryOf(request);
    this.query.read(queryText(request.url));
    idempotencyOf(request);
    if (boundary === undefined) throw Invalid.field(FILES, 'This field is required.');
    try {
      const reply = await this.take(request, boundary);
      response.code(this.route.status).header('cache-control', 'no-store');
      if (reply.replayed) response.header('idempotent-replayed', 'true');
      return respondBytes(response, reply.body);
    } catch (error) {
      if (!(error instanceof ClientGone)) throw error;
      this.parts.onLeft(request, response.code(CLIENT_GONE).hijack());
      return response;
    }
  };

  private async take(request: ApiRequest, boundary: string): Promise<Reply> {
    const pieces = piecesOf(request.raw, this.parts.patience ?? PATIENCE);
    const form = new FormParts(pieces, boundary, () => request.raw.destroy());
    try {
      const wish = {
        requestId: request.id,
        readmit: () => this.parts.gatekeeper.readmit(this.route, request),
        repeatable: (contents: string) => idempotencyOf(request, contents),
      };
      return await this.parts.uploads.take(wish, form);
    } finally {
      form.leave();
    }
  }
}

/** What parts the fields of the form; undefined where there is no body. @throws NoForm, UnsupportedCoding, NotPossible */
function boundaryOf({ headers }: ApiRequest): string | undefined {
  const type = headers['content-type'];
  const isThere = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (type === undefined && !isThere) return undefined;
  if (!/^multipart\/form-data\s*(;|$)/i.test(type ?? '')) throw new NoForm();
  assertPlainCoding(headers['content-encoding']);
  return isThere ? boundaryIn(type ?? '') : undefined;
}
