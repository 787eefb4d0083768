import { MOST_DELETED_PROJECTS, deletedProjects } from '@pks/contracts';
import type { BusClient } from '../bus/client.ts';
import { ownCall } from '../calls/call-context.ts';
import { faultOf } from '../errors/fault.ts';
import type { Log } from '../logging/log.ts';
import { Loop } from '../time/loop.ts';
import type { ProjectDeletion } from './project-deletion.ts';

/** How long to wait after an answer before asking again. Milliseconds. */
const ASK_EVERY_MS = 24 * 60 * 60_000;
/** The same without an answer: the identity service is away, or of a release that does not know the call. Milliseconds. */
const ASK_AGAIN_MS = 60_000;
/** The deadline of a call. Milliseconds. */
const CALL_WITHIN_MS = 3_000;
/** An id before all others. */
const FIRST = '00000000-0000-0000-0000-000000000000';

/**
 * Begins the deletion of projects whose event a service missed, because it was away for longer than events live. Asks the identity
 * service, which keeps the ids of all deleted projects, at the start and once a day.
 */
export class MissedDeletions {
  private readonly loop = new Loop();

  constructor(
    private readonly bus: Pick<BusClient, 'call'>,
    private readonly deletion: ProjectDeletion,
    private readonly log: Log,
    private readonly askAgainMs = ASK_AGAIN_MS,
  ) {}

  /** Asks for the first time, without waiting for the answer. */
  open(): void {
    this.loop.open(() => this.tryAsk());
  }

  /** Asks no more, and waits for an answer under way. */
  close(): Promise<void> {
    return this.loop.close();
  }

  private async tryAsk(): Promise<number> {
    try {
      await this.ask();
      return ASK_EVERY_MS;
    } catch (error) {
      const level = faultOf(error).kind === 'internal' ? 'warn' : 'debug';
      this.log[level]({ err: error }, 'missed deletions of projects are asked for again');
      return this.askAgainMs;
    }
  }

  private async ask(): Promise<void> {
    let [after, isLast] = [FIRST, false];
    while (!isLast && !this.loop.stopping) {
      const ids = await this.deletedAfter(after);
      await this.begin(ids);
      after = ids.at(-1) ?? after;
      isLast = ids.length < MOST_DELETED_PROJECTS;
    }
  }

  private async deletedAfter(after: string): Promise<string[]> {
    const deleted = await this.bus.call(deletedProjects.calls.after, { after }, ownCall(CALL_WITHIN_MS));
    return deleted.map(({ id }) => id);
  }

  private async begin(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const projects = await this.deletion.begin(...ids);
    if (projects > 0) this.log.info({ projects }, 'the deletion of projects begins without their events');
  }
}
