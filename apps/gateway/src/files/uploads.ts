import { Inject, Injectable } from '@nestjs/common';
import { type Caller, documents, noRoomFor } from '@pks/contracts';
import {
  BlobStore,
  Fault,
  LOG,
  type Log,
  NotFound,
  type Reply,
  TooLarge,
  isCallersFault,
  isDenial,
} from '@pks/platform/process';
import type { KeyedRequest } from '../http/idempotency-header.ts';
import { type CallOrigin, ServiceCalls } from '../http/service-calls.ts';
import type { FormParts } from './multipart.ts';
import { Upload } from './upload.ts';
import { FILES } from './upload-form.ts';
import { type Transferrer, UploadPlaces } from './transfer-places.ts';

/** The request of an upload. */
export interface UploadContext {
  readonly requestId: string;
  readonly uploader: Transferrer;
  /** The length of the body, if known. Bytes. */
  readonly length: number | undefined;
  /** Authorizes the request again, because an upload takes long. */
  readonly readmit: () => Promise<Caller>;
  /** The idempotency key of the request, if it has one, with these contents. */
  readonly keyed: (contents: string) => { keyed?: KeyedRequest };
}

/**
 * Receives uploads: writes files to the blob store as they arrive, under keys that the knowledge service reserved, and calls that service when all are
 * written.
 */
@Injectable()
export class Uploads {
  constructor(
    private readonly places: UploadPlaces,
    private readonly calls: ServiceCalls,
    private readonly blobs: BlobStore,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /**
   * Turns all files of a form into documents, or none of them.
   * @throws Fault; UploadTooLarge; what the form throws. Nothing is stored then, unless only the service's reply was lost.
   */
  async receive(context: UploadContext, form: FormParts): Promise<Reply> {
    const leave = this.places.take(context.uploader);
    try {
      return await this.process(context, form);
    } finally {
      leave();
    }
  }

  private async process(context: UploadContext, form: FormParts): Promise<Reply> {
    const upload = new Upload({
      requestId: context.requestId,
      blobs: this.blobs,
      log: this.log,
      length: context.length,
      reserve: (wanted) =>
        this.authorized(context, (place, origin) =>
          this.calls.call(documents.calls.reserve, { ...place, ...wanted }, origin),
        ),
      noRoom: () => this.noRoom(context),
    });
    let reply: Reply;
    try {
      for await (const part of form) await upload.add(part, form.countOf(FILES));
      reply = await this.store(context, upload);
    } catch (error) {
      if (!(error instanceof OutcomeUnknown)) await this.release(context, upload);
      throw error instanceof OutcomeUnknown ? error.cause : error;
    }
    if (reply.replayed) await this.release(context, upload);
    return reply;
  }

  private async noRoom(context: UploadContext): Promise<TooLarge> {
    const storage = await this.authorized(context, (place, origin) =>
      this.calls.call(documents.calls.storage, place, origin),
    );
    return new TooLarge(noRoomFor(undefined, storage), { ...storage });
  }

  private store(context: UploadContext, upload: Upload): Promise<Reply> {
    const contents = upload.contents();
    const keyed = context.keyed(comparable(contents));
    return this.authorized(context, async (place, origin) => {
      try {
        const request = { ...place, ...contents };
        return await this.calls.forward(documents.calls.store, request, { ...origin, ...keyed });
      } catch (error) {
        throw error instanceof Fault && isRefusal(error) ? error : new OutcomeUnknown(error);
      }
    });
  }

  /** Deletes the files that were written. If the call fails, they are deleted when their reservations expire. */
  private async release(context: UploadContext, { reserved }: Upload): Promise<void> {
    if (reserved.length === 0) return;
    try {
      await this.authorized(context, (place, origin) =>
        this.calls.call(documents.calls.release, { ...place, document_ids: reserved }, origin),
      );
    } catch (error) {
      const level = isDenial(error) ? 'info' : 'warn';
      this.log[level]({ err: error, request_id: context.requestId }, 'reserved documents were not released');
    }
  }

  private async authorized<T>(
    { requestId, readmit }: UploadContext,
    call: (place: { readonly project_id: string }, origin: CallOrigin) => Promise<T>,
  ): Promise<T> {
    const caller = await readmit();
    if (!caller.project) throw new NotFound();
    return call({ project_id: caller.project.id }, { requestId, caller });
  }
}

/** Whether the service stored nothing. An overloaded service may have stored the documents, and be unable to send its reply. */
function isRefusal({ data: { kind } }: Fault): boolean {
  return isCallersFault(kind) || kind === 'too_large' || kind === 'throttled';
}

/** The service's reply was lost: its documents may exist, so their bytes are kept. */
class OutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('The files may or may not be stored.', { cause });
  }
}

/** The contents of an upload, without the ids reserved for its files. */
function comparable({ files, skip_parsing }: ReturnType<Upload['contents']>): string {
  const contents = files.map(({ name, content_type, digest, metadata }) => [
    name,
    content_type,
    digest,
    metadata,
  ]);
  return JSON.stringify([skip_parsing, contents]);
}
