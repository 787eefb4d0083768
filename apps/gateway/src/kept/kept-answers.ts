import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { type Caller, PROJECT_WRITTEN, ProjectWritten, type Rpc, isProjectAdmin } from '@pks/contracts';
import { BusConnection, ChunkedBody, LOG, type Log, type Reply } from '@pks/platform/process';
import { GatewayConfig } from '../gateway.config.ts';
import { followNotice } from '../notices/follow-notice.ts';
import { ALL_ROUTES } from '../routes/index.ts';
import { KEPT_MS, KeptReplies } from './kept-replies.ts';

/** How long a notice may take to reach the server, and what was sent before to arrive from it. Milliseconds. */
const BARRIER_MS = 25;

/** What a reply answers. */
export interface Asked {
  readonly rpc: Rpc;
  readonly request: object;
  readonly caller: Caller | null | undefined;
  /** The caller as of now. @throws Fault where they may no longer ask */
  readonly present?: (() => Promise<Caller | null>) | undefined;
}

/** A reply, and the caller for whom its service was asked. */
export interface Answered {
  readonly reply: Reply;
  readonly caller: Caller | null | undefined;
}

/** A reply that may be given again. */
interface Kept extends Reply {
  readonly body: Uint8Array;
  /** Bytes. */
  readonly size: number;
}

/** A reply that is under way; undefined if it cannot be given again. */
interface Pending {
  readonly askedAt: number;
  readonly kept: Promise<Kept | undefined>;
}

/** The calls that change something in a project. */
const WRITES = new Set(
  ALL_ROUTES.filter(({ method, rpc }) => method !== 'GET' && !rpc.isReading).map(({ rpc }) => rpc.subject),
);

/**
 * Answers from memory what was asked for in the last 100 ms, as long as nobody wrote to the project meanwhile, at any gateway
 * (docs/adr/0023-hot-reads-are-answered-from-memory.md).
 */
@Injectable()
export class KeptAnswers implements OnModuleInit {
  private readonly replies: KeptReplies<Kept>;
  /** What is being asked for. */
  private readonly pending = new Map<string, Pending>();
  private barrier: Promise<boolean> | undefined;

  constructor(
    private readonly connection: BusConnection,
    private readonly config: GatewayConfig,
    @Inject(LOG) private readonly log: Log,
  ) {
    this.replies = new KeptReplies(config.keptBytes, () => performance.now());
  }

  onModuleInit(): void {
    followNotice(this.connection, this.log, PROJECT_WRITTEN, {
      message: ProjectWritten,
      received: ({ project_id }) => this.replies.drop(project_id),
      missed: () => this.replies.clear(),
    });
  }

  /**
   * The answer to a question about a project: kept, where the call allows it and the caller still has the same rights, or of the
   * service, whom `ask` asks. @throws Fault
   */
  async answer(asked: Asked, ask: () => Promise<Answered>): Promise<Reply> {
    const projectId = projectOf(asked.request);
    const key = projectId === undefined ? undefined : keyOf(asked);
    if (projectId === undefined || key === undefined || !this.mayKeep) return (await ask()).reply;
    const isKnown = this.replies.get(key) !== undefined || this.pending.has(key);
    const known = isKnown && (await this.hasCaughtUp()) ? await this.known(key, projectId) : undefined;
    return known && (await isStillFor(asked, key)) ? known : this.ask(key, projectId, asked, ask);
  }

  /**
   * Carries out a call. If that wrote to a project, no gateway answers with what was there before, once this has resolved. A call
   * that fails is not acknowledged: nobody waits for the gateways then, least of all while NATS is away.
   */
  async settle<T>(rpc: Rpc, request: object, call: () => Promise<T>): Promise<T> {
    const result = await call();
    const projectId = WRITES.has(rpc.subject) ? projectOf(request) : undefined;
    if (projectId !== undefined) await this.tell(projectId);
    return result;
  }

  private get mayKeep(): boolean {
    return this.config.keptBytes > 0 && !this.connection.isCluster;
  }

  /** What is kept, or what is being asked for already, unless that fails. */
  private async known(key: string, projectId: string): Promise<Kept | undefined> {
    const kept = this.replies.get(key);
    const pending = kept ? undefined : this.pending.get(key);
    return pending && this.replies.isCurrent(projectId, pending.askedAt) ? pending.kept : kept;
  }

  /** Nothing is kept where the caller has other rights when it is asked than they had before. */
  private async ask(
    key: string,
    projectId: string,
    asked: Asked,
    ask: () => Promise<Answered>,
  ): Promise<Reply> {
    const askedAt = performance.now();
    const answered = ask();
    const kept = answered.then(
      ({ reply, caller }) => (hasSameRights(caller, asked, key) ? keepable(reply, key) : undefined),
      () => undefined,
    );
    const pending = { askedAt, kept };
    this.pending.set(key, pending);
    try {
      const whole = await kept;
      if (!whole) return (await answered).reply;
      this.replies.keep(key, projectId, askedAt, whole);
      return whole;
    } finally {
      if (this.pending.get(key) === pending) this.pending.delete(key);
    }
  }

  /** Drops what is kept of a project, here and at the other gateways, whatever this one keeps; or waits until nobody uses it any more. */
  private async tell(projectId: string): Promise<void> {
    if (this.connection.isCluster) return;
    this.replies.drop(projectId);
    const expired = performance.now() + KEPT_MS;
    if (!(await this.hasTold(projectId))) await sleep(Math.max(0, expired - performance.now()));
  }

  private async hasTold(projectId: string): Promise<boolean> {
    try {
      this.connection.publish(PROJECT_WRITTEN, JSON.stringify({ project_id: projectId }));
    } catch (error) {
      this.log.warn({ err: error }, 'notice of a write not published');
      return false;
    }
    return this.hasCaughtUp();
  }

  /**
   * Whether the server has every notice that was published before, and every one that it had has arrived. Requests of the same turn
   * of the event loop share a message.
   */
  private hasCaughtUp(): Promise<boolean> {
    this.barrier ??= new Promise((resolve) => {
      setImmediate(() => {
        this.barrier = undefined;
        resolve(this.flushed());
      });
    });
    return this.barrier;
  }

  /** The server answers in order: what it had for this process before comes first. False when it does not answer at once. */
  private async flushed(): Promise<boolean> {
    const { outages } = this.connection;
    const answered = this.connection.flush().then(() => true);
    const isAnswered = await Promise.race([answered, sleep(BARRIER_MS, false)]);
    return isAnswered && this.connection.connected && outages === this.connection.outages;
  }
}

/** Copied, because a message is a part of a larger buffer. A long body is not: it is read as it arrives. */
function keepable(reply: Reply, key: string): Kept | undefined {
  const { body } = reply;
  if (body instanceof ChunkedBody) return undefined;
  return { ...reply, body: new Uint8Array(body), size: body.length + key.length };
}

/** In lower case, as services compare ids. */
function projectOf(request: object): string | undefined {
  const id: unknown = Reflect.get(request, 'project_id');
  return typeof id === 'string' ? id.toLowerCase() : undefined;
}

/** Whether a known answer is for the caller, who may have waited for it, as they are now. */
async function isStillFor(asked: Asked, key: string): Promise<boolean> {
  return !asked.present || hasSameRights(await asked.present(), asked, key);
}

/** Whether the caller of a later moment would be given the same answer as the one who asked. */
function hasSameRights(caller: Asked['caller'], asked: Asked, key: string): boolean {
  return caller === asked.caller || keyOf({ ...asked, caller }) === key;
}

/** The same for everybody to whom the service would give the same answer; undefined where it is not to be kept. */
function keyOf({ rpc, request, caller }: Asked): string | undefined {
  if (rpc.keptFor === undefined || !caller) return undefined;
  const who = isProjectAdmin(caller) ? 'admin' : 'member';
  const user = rpc.keptFor === 'user' ? caller.user_id : '';
  return `${rpc.subject} ${who} ${user} ${JSON.stringify(request)}`;
}
