import { randomUUID } from 'node:crypto';
import {
  ACCESS_CHANGED,
  API_KEY_PREFIX,
  type Access,
  type Caller,
  type ProjectAccess,
  type RequestOf,
  type ResponseOf,
  type Rpc,
  access,
  hashOfSecret,
} from '@pks/contracts';
import { type Idempotency, type Log, loadConfig, startService } from '@pks/platform';
import {
  TEST_SECRET,
  type TestBus,
  aCall,
  cloneDatabase,
  connectTestBus,
  silentLog,
  startOwnNats,
} from '@pks/testing';
import { IdentityConfig } from '../src/identity.config.ts';
import { identitySchema } from '../src/identity.database.ts';
import { identity } from '../src/identity.ts';
import type { User } from '../src/users/user.entity.ts';
import { World } from './world.ts';

interface RunningOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly log?: Log;
}

/** The identity service over a real NATS server and a real PostgreSQL, as the gateway meets it; services of other test files are on other servers. */
export class RunningIdentity {
  private readonly notices: (readonly string[])[] = [];

  private constructor(
    readonly bus: TestBus,
    readonly world: World,
    readonly close: () => Promise<void>,
  ) {}

  static async start(options: RunningOptions = {}): Promise<RunningIdentity> {
    const [clone, nats] = [await cloneDatabase(identitySchema), await startOwnNats()];
    const environment = {
      IDENTITY_DATABASE_URL: clone.url,
      NATS_URL: nats.url,
      CALLER_SECRET: TEST_SECRET,
      LOG_LEVEL: 'silent',
      ...options.env,
    };
    const service = await startService(
      identity,
      loadConfig(IdentityConfig, environment),
      options.log ?? silentLog(),
    );
    const bus = await connectTestBus(nats.url);
    const running = new RunningIdentity(bus, new World(service.database), async () => {
      await bus.close();
      await service.stop();
      await nats.stop();
      await clone.drop();
    });
    await bus.connection.subscribe(ACCESS_CHANGED, (message) => {
      running.notices.push(message.json<{ user_ids: string[] }>().user_ids);
    });
    await bus.connection.flush();
    await service.ready;
    return running;
  }

  readonly call = <R extends Rpc>(
    rpc: R,
    request: RequestOf<R>,
    caller: Caller | null,
    idempotency?: Idempotency,
  ): Promise<ResponseOf<R>> => this.bus.client.call(rpc, request, aCall(this.bus, caller, idempotency));

  /** What the gateway would be told of a token or a key. */
  readonly worthOf = (secret: string, project_id?: string): Promise<Access> => {
    const kind = secret.startsWith(API_KEY_PREFIX) ? ('api_key' as const) : ('user_token' as const);
    const place = project_id === undefined ? {} : { project_id };
    return this.call(access.calls.resolve, { kind, secret_hash: hashOfSecret(secret), ...place }, null);
  };

  /** The notices about a user so far; the bus keeps the order, so an answer comes after what was announced before it. */
  readonly noticesAbout = ({ id }: { readonly id: string }): number =>
    this.notices.filter((ids) => ids.includes(id)).length;
}

/** A caller who is this user. */
export function as({ id, email }: User, project: ProjectAccess | null = null): Caller {
  return { user_id: id, email, kind: 'user', credential_id: randomUUID(), project };
}

export function aKey(fingerprint = 'body'): Idempotency {
  return { key: randomUUID(), operation: 'POST /somewhere/', fingerprint };
}
