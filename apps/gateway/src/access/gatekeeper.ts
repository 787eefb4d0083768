import {
  ACCESS_CHANGED,
  API_KEY_PREFIX,
  USER_TOKEN_PREFIX,
  type Access,
  AccessChanged,
  type Caller,
  type CredentialKind,
  type KeyRefusal,
  type ResolveAccess,
  type ResolveEmail,
  access,
  hashOfSecret,
} from '@pks/contracts';
import {
  type BusClient,
  type BusConnection,
  type CallContext,
  type CallerSeal,
  Forbidden,
  type Log,
  NotFound,
  parserOf,
  type SealedCaller,
  bothUsers,
} from '@pks/platform/process';
import type { ApiRequest } from '../http/json-body.ts';
import type { AccessTokens } from '../oauth/access-tokens.ts';
import type { Route } from '../routing/route.ts';
import { AccessCache, type Grant } from './access-cache.ts';
import { credentialOf, isWellFormed } from './credential.ts';
import { assertMayUse } from './guard.ts';
import type { Throttle } from './throttle.ts';
import { type ImpersonationWish, actingAs, wishOf } from './impersonation.ts';
import { Unauthenticated } from './unauthenticated.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Also the answer to a mistyped key, without a look-up. */
const INVALID_KEY: KeyRefusal = 'Invalid API key.';

/** Between looks at a request that goes on for long. Milliseconds. */
export const LOOK_AGAIN_MS = 1_000;

type Place = Pick<ResolveAccess, 'project_id' | 'organization_id'>;

interface GatekeeperParts {
  readonly bus: BusClient;
  readonly connection: BusConnection;
  readonly seal: CallerSeal;
  readonly throttle: Throttle;
  readonly accessTokens: AccessTokens;
  readonly deadlineMs: number;
  readonly log: Log;
}

/** Who was admitted: the caller as services take him, also where somebody acts as him. */
export interface Admitted {
  readonly caller: Caller;
  readonly sealed: SealedCaller;
}

/** Admits requests: credential, rate, place, permission, in this order (decisions 1). */
export class Gatekeeper {
  private readonly cache: AccessCache;
  private readonly changed: (() => void)[] = [];

  constructor(private readonly parts: GatekeeperParts) {
    this.cache = new AccessCache(parts.seal);
  }

  /** Listens for changes of what credentials are worth. */
  open(): void {
    const { connection } = this.parts;
    void connection.subscribe(ACCESS_CHANGED, (message) => this.drop(message.data));
    connection.onLoss(() => this.forget({ user_ids: [] }));
  }

  /** Who asks, or whom he acts as. @throws Unauthenticated, Throttled, NotFound or Forbidden. */
  async admit(route: Route, request: ApiRequest): Promise<Admitted> {
    const place = placeOf(request.params);
    const grant = await this.grantOf(request, place ?? {});
    const { caller } = worthOf(grant);
    request.callerId = caller.user_id;
    await this.parts.throttle.take(caller.credential_id);
    if (!place) throw new NotFound();
    return this.passing(route, request, { grant });
  }

  /**
   * The same of a request that was admitted and goes on for long; it does not count against the rate. What will be
   * forgotten within a second is asked anew: who looks every second hears of a change within 5.
   */
  async readmit(route: Route, request: ApiRequest): Promise<Admitted> {
    const grant = await this.grantOf(request, placeOf(request.params) ?? {}, LOOK_AGAIN_MS);
    return this.passing(route, request, { grant, forAnother: LOOK_AGAIN_MS });
  }

  /** Calls back when what credentials are worth may have changed. */
  onChange(callback: () => void): void {
    this.changed.push(callback);
  }

  private async passing(
    route: Route,
    request: ApiRequest,
    { grant, forAnother = 0 }: { readonly grant: Grant; readonly forAnother?: number },
  ): Promise<Admitted> {
    const real = worthOf(grant);
    assertMayUse(route, grant.access);
    const wish = wishOf(route, request, real.caller);
    return (wish && (await this.impersonated(wish, request, { real: real.caller, forAnother }))) ?? real;
  }

  private grantOf(request: ApiRequest, place: Place, forAnother = 0): Grant | Promise<Grant> {
    const credential = credentialOf(request.raw);
    if (credential.kind === 'none') throw new Unauthenticated();
    const { secret } = credential;
    const known = this.cache.known(secret, place, forAnother);
    if (known) return known;
    if (isWellFormed(credential))
      return this.cache.resolve(secret, place, () => this.ask(secret, place, request.id));
    throw credential.kind === 'api_key' ? new Forbidden(INVALID_KEY) : new Unauthenticated();
  }

  /** The other user as whom the request goes on; undefined when it goes on as the caller. */
  private async impersonated(
    { holder, target }: ImpersonationWish,
    request: ApiRequest,
    { real, forAnother }: { readonly real: Caller; readonly forAnother: number },
  ): Promise<Admitted | undefined> {
    const { access: acting, sealed } =
      this.cache.known(holder, target, forAnother) ??
      (await this.cache.resolve(holder, target, () => this.askToActAs(target, real, request.id)));
    if (!acting.caller || sealed === null) return undefined;
    request.actingUsers = bothUsers(acting.caller);
    return { caller: acting.caller, sealed };
  }

  private async ask(secret: string, place: Place, requestId: string): Promise<Access> {
    const context = this.contextOf(requestId);
    const kind = issuedKind(secret);
    if (kind === undefined) {
      const email = await this.parts.accessTokens.emailOf(secret);
      return this.parts.bus.call(access.calls.resolveEmail, { email, ...place }, context);
    }
    const question = { kind, secret_hash: hashOfSecret(secret), ...place };
    return this.parts.bus.call(access.calls.resolve, question, context);
  }

  private async askToActAs(target: ResolveEmail, real: Caller, requestId: string): Promise<Access> {
    const found = await this.parts.bus.call(access.calls.resolveEmail, target, this.contextOf(requestId));
    return actingAs(found, real);
  }

  private contextOf(requestId: string): CallContext {
    return { requestId, deadline: Date.now() + this.parts.deadlineMs, caller: null };
  }

  private drop(data: Uint8Array): void {
    try {
      this.forget(parserOf(AccessChanged).parse(JSON.parse(Buffer.from(data).toString())));
    } catch (error) {
      this.parts.log.warn({ err: error }, 'a notice of changed access was not readable');
      this.forget({ user_ids: [] });
    }
  }

  private forget(change: AccessChanged): void {
    this.cache.drop(change);
    for (const callback of this.changed) callback();
  }
}

/** Whom a credential makes of a request. @throws Forbidden or Unauthenticated when it is worth nothing. */
function worthOf({ access: { caller, refusal }, sealed }: Grant): Admitted {
  if (refusal !== undefined) throw new Forbidden(refusal);
  if (!caller || sealed === null) throw new Unauthenticated();
  return { caller, sealed };
}

/** What of ours a secret is, by its prefix; undefined for the token of another issuer. */
function issuedKind(secret: string): CredentialKind | undefined {
  if (secret.startsWith(API_KEY_PREFIX)) return 'api_key';
  return secret.startsWith(USER_TOKEN_PREFIX) ? 'user_token' : undefined;
}

/** The project or organization that the path names; undefined when it is malformed and so names none. */
function placeOf(parameters: Partial<Record<string, string>>): Place | undefined {
  const { project_id, organization_id } = parameters;
  if (project_id !== undefined)
    return UUID.test(project_id) ? { project_id: project_id.toLowerCase() } : undefined;
  if (organization_id === undefined) return {};
  return UUID.test(organization_id) ? { organization_id: organization_id.toLowerCase() } : undefined;
}
