import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import {
  ACCESS_CHANGED,
  API_KEY_PREFIX,
  type Access,
  type Caller,
  type DomainEvent,
  type RequestOf,
  type ResponseOf,
  type Rpc,
  access,
  hashOfSecret,
} from '@pks/contracts';
import type { Database, Idempotency } from '@pks/platform';
import {
  type ServiceOptions,
  type TestedService,
  openAsOwner,
  runningService,
  publishEvent,
} from '@pks/testing';
import { identity } from '../src/identity.ts';
import type { User } from '../src/users/user.entity.ts';
import { ADMIN, World } from './world.ts';

/** The identity service over a real NATS server and a real PostgreSQL, as the gateway uses it. */
export class RunningIdentity {
  readonly bus: TestedService['bus'];
  readonly world: World;
  private readonly notices: (readonly string[])[] = [];

  private constructor(
    private readonly tested: TestedService,
    private readonly owner: Database,
  ) {
    this.bus = tested.bus;
    this.world = new World(owner);
  }

  static async start(options: ServiceOptions = {}): Promise<RunningIdentity> {
    const tested = await runningService(identity, options);
    const running = new RunningIdentity(tested, await openAsOwner(tested.service.database.options));
    await running.bus.connection.subscribe(ACCESS_CHANGED, (message) => {
      running.notices.push(message.json<{ user_ids: string[] }>().user_ids);
    });
    await running.bus.connection.flush();
    return running;
  }

  /** The subjects of the calls that were answered. */
  get called(): TestedService['called'] {
    return this.tested.called;
  }

  /** The address of the database. */
  get databaseUrl(): string {
    return this.owner.options.url;
  }

  async stop(): Promise<void> {
    await this.owner.close();
    await this.tested.stop();
  }

  readonly call = <R extends Rpc>(
    rpc: R,
    request: RequestOf<R>,
    caller: Caller | null,
    idempotency?: Idempotency,
  ): Promise<ResponseOf<R>> =>
    this.tested.call(rpc, request, caller && admittedTo(request, caller), idempotency);

  /** Publishes an event as another service would, once the stream exists, and returns its id. */
  readonly publish = (event: DomainEvent): Promise<string> => publishEvent(this.bus, event);

  /** What a token or a key grants, as the gateway resolves it. */
  readonly accessOf = (secret: string, project_id?: string): Promise<Access> => {
    const kind = secret.startsWith(API_KEY_PREFIX) ? ('api_key' as const) : ('user_token' as const);
    const place = project_id === undefined ? {} : { project_id };
    return this.call(access.calls.resolve, { kind, secret_hash: hashOfSecret(secret), ...place }, null);
  };

  /** The number of notices about a user so far; the bus keeps the order, so an answer arrives after the notices published before it. */
  readonly noticesAbout = ({ id }: { readonly id: string }): number =>
    this.notices.filter((ids) => ids.includes(id)).length;
}

/** This user as a caller. */
export function as({ id, email }: User): Caller {
  const credential_id = randomUUID();
  return { user_id: id, email, kind: 'user', credential_id, project: null, organization: null };
}

/** The caller as the gateway passes them: an admin of the place that the request names. */
function admittedTo(request: object, caller: Caller): Caller {
  if ('project_id' in request && typeof request.project_id === 'string') {
    const { permissions } = ADMIN;
    const project = { id: request.project_id, permissions, artifact_publish_mode: 'auto_publish' as const };
    return { ...caller, project };
  }
  if (!('organization_id' in request) || typeof request.organization_id !== 'string') return caller;
  return { ...caller, organization: { id: request.organization_id, role: 'admin' } };
}

export function aKey(fingerprint = 'body'): Idempotency {
  return { key: randomUUID(), operation: 'POST /somewhere/', fingerprint };
}
