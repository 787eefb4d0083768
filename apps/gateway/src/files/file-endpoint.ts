import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Inject, Injectable } from '@nestjs/common';
import { type DocumentFile, documents } from '@pks/contracts';
import {
  BlobMissing,
  BlobStore,
  type ByteRange,
  DeadlineExceeded,
  Fault,
  LOG,
  type Log,
  NotFound,
  StoreSilent,
  Unavailable,
  isCallersFault,
} from '@pks/platform/process';
import type { FastifyReply } from 'fastify';
import { Gatekeeper, RECHECK_MS } from '../access/gatekeeper.ts';
import { GatewayConfig } from '../gateway.config.ts';
import { originOf } from '../http/call-origin.ts';
import { matches } from '../http/etag.ts';
import type { ApiRequest } from '../http/json-body.ts';
import { PathReader } from '../http/path.ts';
import { QueryReader, queryText } from '../http/query.ts';
import { hijacked, respondHeaders } from '../http/respond.ts';
import { ServiceCalls } from '../http/service-calls.ts';
import { type Route, placesOf } from '../routes/route.ts';
import { rangeIn } from './byte-range.ts';
import { attachmentNamed } from './content-disposition.ts';
import { RangeNotThere } from '../http/refusals.ts';
import { DownloadPlaces, transferrerOf } from './transfer-places.ts';

/** A file is data, whatever its type: browsers run nothing in it. */
const HARMLESS = { 'content-security-policy': "sandbox; default-src 'none'" } as const;

/** The part of a file to send; without a range, all of it. */
interface FilePart {
  readonly file: DocumentFile;
  readonly range: ByteRange | undefined;
}

/** What downloads depend on. */
@Injectable()
export class FileEndpointParts {
  constructor(
    readonly calls: ServiceCalls,
    readonly gatekeeper: Gatekeeper,
    readonly blobs: BlobStore,
    readonly places: DownloadPlaces,
    readonly config: GatewayConfig,
    @Inject(LOG) readonly log: Log,
  ) {}
}

/** Serves the file of a document, whole or in part, from the blob store, after the same checks in the same order as every endpoint. */
export class FileEndpoint {
  private readonly query: QueryReader;
  private readonly path: PathReader;

  constructor(
    private readonly route: Route,
    private readonly parts: FileEndpointParts,
  ) {
    const { query, path } = placesOf(route);
    this.query = new QueryReader(route.rpc.request, query);
    this.path = new PathReader(route.rpc.request, path);
  }

  /** Authenticates and authorizes, before anything else. */
  readonly authorize = async (request: ApiRequest): Promise<void> => {
    request.caller = await this.parts.gatekeeper.admit(this.route, request);
  };

  /** Answers with the file, a part of it, or 304 if the client already has it. */
  readonly handle = async (request: ApiRequest, response: FastifyReply): Promise<FastifyReply> => {
    this.query.read(queryText(request.url));
    const file = await this.fileOf(request);
    const etag = `"${file.digest}"`;
    response.headers({ etag, 'cache-control': 'private, no-cache' });
    if (matches(request.headers['if-none-match'], etag)) {
      // The validator does not cover the name, so a cache gets the current name with the 304.
      response.header('content-disposition', attachmentNamed(file.name));
      return respondHeaders(response.code(304));
    }
    if (request.method === 'HEAD') return respondHeaders(describe(response, file));
    const range = this.rangeOf(request, response, file);
    const leave = this.parts.places.take(transferrerOf(request));
    const content = await this.openInTime(request, response, { file, range }).catch((error: unknown) => {
      leave();
      throw error;
    });
    const raw = hijacked(describe(response, file, range));
    void this.send(request, content, raw).finally(leave);
    return response;
  };

  private fileOf(request: ApiRequest): Promise<DocumentFile> {
    const { project_id, document_id } = this.path.read(request);
    if (typeof project_id !== 'string' || typeof document_id !== 'string') throw new NotFound();
    const wanted = { project_id, document_id };
    return this.parts.calls.call(documents.calls.file, wanted, originOf(request, request.caller));
  }

  /** The requested part; undefined for the whole file, also if `If-Range` names another version. @throws RangeNotThere */
  private rangeOf(
    { headers }: ApiRequest,
    response: FastifyReply,
    { digest, file_size }: DocumentFile,
  ): ByteRange | undefined {
    const ofAnother = headers['if-range'] !== undefined && headers['if-range'] !== `"${digest}"`;
    const range = ofAnother ? undefined : rangeIn(headers.range, file_size);
    if (range !== null) return range;
    response.removeHeader('etag').header('content-range', `bytes */${file_size}`);
    throw new RangeNotThere();
  }

  /** The store has to begin its answer within the request's deadline; the transfer may take longer. @throws as `open` */
  private async openInTime(
    request: ApiRequest,
    { elapsedTime }: FastifyReply,
    part: FilePart,
  ): Promise<Readable> {
    const silence = new AbortController();
    const left = this.parts.config.requestDeadlineMs - elapsedTime;
    const timer = setTimeout(() => silence.abort(), Math.max(1, left));
    try {
      return await this.open(request, part, silence.signal);
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * A document without its bytes is our fault, and they may come back: the store may be being restored, or mounted
   * wrongly.
   * @throws Unavailable; DeadlineExceeded if the store does not respond in time.
   */
  private async open(request: ApiRequest, { file, range }: FilePart, signal: AbortSignal): Promise<Readable> {
    if (file.file_size === 0) return Readable.from([]);
    try {
      return await this.parts.blobs.get(file.blob_key, range, signal);
    } catch (error) {
      const what = error instanceof BlobMissing ? 'file missing' : 'file cannot be read';
      this.parts.log.error({ err: error, request_id: request.id, blob_key: file.blob_key }, what);
      throw signal.aborted || error instanceof StoreSilent ? new DeadlineExceeded() : new Unavailable();
    }
  }

  /** Sends the content to its end, or until its reader loses access. */
  private async send(request: ApiRequest, content: Readable, raw: ServerResponse): Promise<void> {
    const ending = new AbortController();
    const rechecking = setInterval(() => void this.recheck(request, ending), RECHECK_MS);
    try {
      await pipeline(content, raw, { signal: ending.signal });
    } catch (error) {
      this.breakOff(request, ending.signal.reason ?? error);
    } finally {
      clearInterval(rechecking);
    }
  }

  /** Ends the download if the caller is refused; other faults say nothing about their access. */
  private async recheck(request: ApiRequest, ending: AbortController): Promise<void> {
    try {
      await this.parts.gatekeeper.readmit(this.route, request);
    } catch (error) {
      if (error instanceof Fault && isCallersFault(error.data.kind)) ending.abort(error);
    }
  }

  private breakOff(request: ApiRequest, error: unknown): void {
    this.parts.log.info({ err: error, request_id: request.id }, 'download aborted');
    request.raw.destroy();
  }
}

function describe(response: FastifyReply, file: DocumentFile, range?: ByteRange): FastifyReply {
  if (range) {
    const { first, last } = range;
    response.code(206).header('content-range', `bytes ${first}-${last}/${file.file_size}`);
  }
  return response.headers({
    ...HARMLESS,
    'accept-ranges': 'bytes',
    'content-type': file.content_type,
    'content-length': range ? range.last - range.first + 1 : file.file_size,
    'content-disposition': attachmentNamed(file.name),
  });
}
