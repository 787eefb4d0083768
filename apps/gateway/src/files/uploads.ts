import { documents } from '@pks/contracts';
import {
  type BlobStore,
  type BusClient,
  type CallContext,
  Fault,
  type Idempotency,
  type Log,
  NotFound,
  Overloaded,
  type Reply,
  isCallersFault,
} from '@pks/platform/process';
import type { Admitted } from '../access/gatekeeper.ts';
import type { FormParts } from './multipart.ts';
import { Upload } from './upload.ts';

/** Uploads that this gateway takes at a time: each holds a part of a file in memory. */
const MOST_UPLOADS = 32;

interface UploadsParts {
  readonly bus: BusClient;
  readonly blobs: BlobStore;
  readonly log: Log;
  readonly deadlineMs: number;
}

/** A request to upload. */
export interface UploadWish {
  readonly requestId: string;
  /** Who uploads, looked at again: an upload takes long. */
  readonly readmit: () => Promise<Admitted>;
  /** What makes the request repeatable, by what it holds. */
  readonly repeatable: (contents: string) => { idempotency?: Idempotency };
}

/** Takes uploads: files go to the blob store as they come, into rooms of the knowledge service, which hears of them when all are there. */
export class Uploads {
  private running = 0;

  constructor(private readonly parts: UploadsParts) {}

  /**
   * Makes documents of all files of a form, or of none.
   * @throws Fault; UploadTooLarge; what the form throws. Nothing is stored then, unless nobody knows whether it was.
   */
  async take(wish: UploadWish, form: FormParts): Promise<Reply> {
    if (this.running >= MOST_UPLOADS) throw new Overloaded();
    this.running += 1;
    try {
      return await this.carryOut(wish, form);
    } finally {
      this.running -= 1;
    }
  }

  private async carryOut(wish: UploadWish, form: FormParts): Promise<Reply> {
    const { bus, blobs, log } = this.parts;
    const upload = new Upload({
      blobs,
      log,
      reserve: () => this.asked(wish, (place, context) => bus.call(documents.calls.reserve, place, context)),
    });
    let reply: Reply;
    try {
      for await (const part of form) await upload.take(part);
      reply = await this.store(wish, upload);
    } catch (error) {
      if (!(error instanceof OutcomeUnknown)) await this.release(wish, upload);
      throw error instanceof OutcomeUnknown ? error.cause : error;
    }
    if (reply.replayed) await this.release(wish, upload);
    return reply;
  }

  private store(wish: UploadWish, upload: Upload): Promise<Reply> {
    const contents = upload.contents();
    const repeatable = wish.repeatable(fingerprintOf(contents));
    return this.asked(wish, async (place, context) => {
      try {
        const request = { ...place, ...contents };
        return await this.parts.bus.forward(documents.calls.store, request, { ...context, ...repeatable });
      } catch (error) {
        throw error instanceof Fault && isCallersFault(error.data.kind) ? error : new OutcomeUnknown(error);
      }
    });
  }

  /** Their bytes are deleted now; where that cannot be asked for, when the rooms are given up. */
  private async release(wish: UploadWish, { rooms }: Upload): Promise<void> {
    if (rooms.length === 0) return;
    try {
      await this.asked(wish, (place, context) =>
        this.parts.bus.call(documents.calls.release, { ...place, document_ids: rooms }, context),
      );
    } catch (error) {
      this.parts.log.warn({ err: error, request_id: wish.requestId }, 'rooms for files were not released');
    }
  }

  private async asked<T>(
    { requestId, readmit }: UploadWish,
    ask: (place: { readonly project_id: string }, context: CallContext) => Promise<T>,
  ): Promise<T> {
    const { caller, sealed } = await readmit();
    if (!caller.project) throw new NotFound();
    const deadline = Date.now() + this.parts.deadlineMs;
    return ask({ project_id: caller.project.id }, { requestId, deadline, caller: sealed });
  }
}

/** Whether anything was stored is not known: the answer was lost. What was, keeps its bytes. */
class OutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('It is not known whether the files were stored.', { cause });
  }
}

/** What an upload holds, whatever rooms its files got. */
function fingerprintOf({ files, skip_parsing }: ReturnType<Upload['contents']>): string {
  const held = files.map(({ name, content_type, digest, metadata }) => [
    name,
    content_type,
    digest,
    metadata,
  ]);
  return JSON.stringify([skip_parsing, held]);
}
