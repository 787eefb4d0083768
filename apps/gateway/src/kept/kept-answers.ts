import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { type Caller, PROJECT_WRITTEN, ProjectWritten, type Rpc, isProjectAdmin } from '@pks/contracts';
import { BusConnection, ChunkedBody, LOG, type Log, type Reply } from '@pks/platform/process';
import { GatewayConfig } from '../gateway.config.ts';
import { followNotice } from '../notices/follow-notice.ts';
import { ALL_ROUTES } from '../routes/index.ts';
import { KEPT_MS, KeptReplies } from './kept-replies.ts';

/** How long the server may take to answer a flush: to receive this gateway's notices, and to deliver earlier ones to it. Milliseconds. */
const BARRIER_MS = 25;

/** A question to a service, and who asks it. */
export interface Asked {
  readonly rpc: Rpc;
  readonly request: object;
  readonly caller: Caller | null | undefined;
  /** The caller as of now. @throws Fault if they may no longer ask */
  readonly present?: (() => Promise<Caller | null>) | undefined;
}

/** A reply, and the caller for whom its service was asked. */
export interface Answered {
  readonly reply: Reply;
  readonly caller: Caller | null | undefined;
}

/** A reply that may be repeated. */
interface Kept extends Reply {
  readonly body: Uint8Array;
  /** Bytes. */
  readonly size: number;
}

/** A reply that is under way; undefined if it cannot be repeated. */
interface Pending {
  readonly askedAt: number;
  readonly kept: Promise<Kept | undefined>;
}

/** The calls that may change something in a project. */
const WRITES = new Set(
  ALL_ROUTES.filter(({ method, rpc }) => method !== 'GET' && !rpc.isReading).map(({ rpc }) => rpc.subject),
);

/**
 * Answers from memory what was asked in the last 100 ms, unless somebody wrote to the project meanwhile, at any gateway
 * (docs/adr/0023-hot-reads-are-answered-from-memory.md).
 */
@Injectable()
export class KeptAnswers implements OnModuleInit {
  private readonly replies: KeptReplies<Kept>;
  /** The replies that are under way, by key. */
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
   * The answer to a question about a project: from memory, if the call allows it and the caller still has the same rights, or
   * else from the service, which `ask` asks. @throws Fault
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
   * Carries out a call. If it wrote to a project, no gateway answers with the earlier state once this has resolved. A failed call
   * is not acknowledged, so it does not wait for the gateways, least of all while NATS is away.
   */
  async settle<T>(rpc: Rpc, request: object, call: () => Promise<T>): Promise<T> {
    const result = await call();
    const projectId = WRITES.has(rpc.subject) ? projectOf(request) : undefined;
    if (projectId !== undefined) await this.dropEverywhere(projectId);
    return result;
  }

  private get mayKeep(): boolean {
    return this.config.keptBytes > 0 && !this.connection.isCluster;
  }

  /** The kept reply, or the one under way; undefined if neither can be used. */
  private async known(key: string, projectId: string): Promise<Kept | undefined> {
    const kept = this.replies.get(key);
    const pending = kept ? undefined : this.pending.get(key);
    return pending && this.replies.isCurrent(projectId, pending.askedAt) ? pending.kept : kept;
  }

  /** Asks the service, and keeps its reply unless the caller's rights changed before the service was asked. */
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

  /** Drops a project's replies, here and at the other gateways, even if this one keeps none; failing that, waits until they have expired everywhere. */
  private async dropEverywhere(projectId: string): Promise<void> {
    if (this.connection.isCluster) return;
    this.replies.drop(projectId);
    const expired = performance.now() + KEPT_MS;
    if (!(await this.hasNotifiedAll(projectId))) await sleep(Math.max(0, expired - performance.now()));
  }

  /** Notifies all gateways that a project was written to. False if the notice may not have reached some. */
  private async hasNotifiedAll(projectId: string): Promise<boolean> {
    try {
      this.connection.publish(PROJECT_WRITTEN, JSON.stringify({ project_id: projectId }));
    } catch (error) {
      this.log.warn({ err: error }, 'notice of a write not published');
      return false;
    }
    return this.hasCaughtUp();
  }

  /**
   * Whether the server has received every notice published before, and every earlier notice from it has arrived. Calls in the same
   * turn of the event loop share one flush.
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

  /** The server answers in order, so whatever it had for this process arrives first. False if it does not answer in time. */
  private async flushed(): Promise<boolean> {
    const { outages } = this.connection;
    const answered = this.connection.flush().then(() => true);
    const isAnswered = await Promise.race([answered, sleep(BARRIER_MS, false)]);
    return isAnswered && this.connection.connected && outages === this.connection.outages;
  }
}

/** Copies the body, because a message is a part of a larger buffer. A long body cannot be kept: it is read as it arrives. */
function keepable(reply: Reply, key: string): Kept | undefined {
  const { body } = reply;
  if (body instanceof ChunkedBody) return undefined;
  return { ...reply, body: new Uint8Array(body), size: body.length + key.length };
}

/** A request's project, in lower case, as services compare ids. */
function projectOf(request: object): string | undefined {
  const id: unknown = Reflect.get(request, 'project_id');
  return typeof id === 'string' ? id.toLowerCase() : undefined;
}

/** Whether a known answer is still right for the caller, who may have waited for it. */
async function isStillFor(asked: Asked, key: string): Promise<boolean> {
  return !asked.present || hasSameRights(await asked.present(), asked, key);
}

/** Whether the caller, looked up again, would get the same answer as when they asked. */
function hasSameRights(caller: Asked['caller'], asked: Asked, key: string): boolean {
  return caller === asked.caller || keyOf({ ...asked, caller }) === key;
}

/** The same key for all callers to whom the service would give the same answer; undefined if the answer may not be kept. */
function keyOf({ rpc, request, caller }: Asked): string | undefined {
  if (rpc.keptFor === undefined || !caller) return undefined;
  const who = isProjectAdmin(caller) ? 'admin' : 'member';
  const user = rpc.keptFor === 'user' ? caller.user_id : '';
  return `${rpc.subject} ${who} ${user} ${JSON.stringify(request)}`;
}
