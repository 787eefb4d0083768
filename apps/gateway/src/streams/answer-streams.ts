import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { type AnswerProgress, type Caller, conversations } from '@pks/contracts';
import { Fault, LOG, type Log, isCallersFault } from '@pks/platform/process';
import { whenOver } from '../http/answering.ts';
import { ServiceCalls } from '../http/service-calls.ts';
import { HEARTBEAT, doneText, ending, entryText, resuming } from './event-text.ts';
import { EventWriter } from './event-writer.ts';

/** How long to wait before calling the service again after a temporary failure. Milliseconds. */
const RETRY_MS = 1_000;

/** An answer that a client follows. */
export interface FollowedAnswer {
  readonly requestId: string;
  readonly projectId: string;
  readonly conversationId: string;
  readonly queryId: number;
  /** The number of the entry after which to continue. */
  readonly after: number;
  /** Whether to send entries about earlier questions as well. */
  readonly earlier: boolean;
  /** Authorizes the request again. @throws Fault */
  readonly readmit: () => Promise<Caller>;
}

/** Sends answers to questions while they are made. The only state is the number of the last entry sent, so whatever failed can be repeated. */
@Injectable()
export class AnswerStreams implements BeforeApplicationShutdown {
  private readonly open = new Set<EventWriter>();
  private closing = false;

  constructor(
    private readonly calls: ServiceCalls,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** Sends new entries until the answer is complete, the client is gone, or the caller loses access. */
  async send(answer: FollowedAnswer, response: ServerResponse): Promise<void> {
    const writer = new EventWriter(response);
    this.open.add(writer);
    whenOver(response, () => this.open.delete(writer));
    if (this.closing) writer.end();
    writer.writeUnlessBlocked(resuming());
    for (let { after } = answer; !writer.closed;) {
      const progress = await this.next({ ...answer, after }, writer);
      if (!progress) continue;
      after = progress.entries.at(-1)?.number ?? after;
      await writer.write(progress.entries.map(entryText).join('') || HEARTBEAT);
      if (progress.status !== 'answering' && !progress.has_more) writer.end(doneText(progress));
    }
  }

  /** Ends streams without a reason, including those that begin later: clients reconnect to another gateway. */
  beforeApplicationShutdown(): void {
    this.closing = true;
    for (const writer of this.open) writer.end();
  }

  /** The new entries; undefined if they cannot be queried now. Ends the stream if the caller is refused. */
  private async next(answer: FollowedAnswer, writer: EventWriter): Promise<AnswerProgress | undefined> {
    try {
      const progress = await this.follow(answer, await answer.readmit());
      await answer.readmit();
      return progress;
    } catch (error) {
      if (error instanceof Fault && isCallersFault(error.data.kind)) writer.end(ending(error.message));
      else await this.rest(error, answer, writer);
      return undefined;
    }
  }

  private follow(
    {
      requestId,
      projectId: project_id,
      conversationId: conversation_id,
      queryId: query_id,
      after,
      earlier,
    }: FollowedAnswer,
    caller: Caller,
  ): Promise<AnswerProgress> {
    const request = { project_id, conversation_id, query_id, after, earlier };
    return this.calls.call(conversations.calls.follow, request, { requestId, caller });
  }

  private async rest(error: unknown, { requestId }: FollowedAnswer, writer: EventWriter): Promise<void> {
    if (!(error instanceof Fault)) this.log.error({ err: error, request_id: requestId }, 'stream failed');
    await pause(RETRY_MS);
    writer.writeUnlessBlocked(HEARTBEAT);
  }
}
