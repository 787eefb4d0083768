import { Injectable } from '@nestjs/common';
import {
  API_KEY_PREFIX,
  USER_TOKEN_PREFIX,
  type Access,
  type Caller,
  type CredentialKind,
  type KeyRefusal,
  type ResolveEmail,
  access,
  hashOfSecret,
  isUuid,
} from '@pks/contracts';
import { Forbidden, NotFound, bothUsers } from '@pks/platform/process';
import { GatewayConfig } from '../gateway.config.ts';
import { baseUrlOf } from '../http/base-url.ts';
import { clientAddressOf } from '../http/client-address.ts';
import type { ApiRequest } from '../http/json-body.ts';
import { type CallOrigin, ServiceCalls } from '../http/service-calls.ts';
import { AccessTokens } from '../oauth/access-tokens.ts';
import type { Route } from '../routes/route.ts';
import { AccessCache, type Place } from './access-cache.ts';
import { type Credential, credentialOf, isWellFormed } from './credential.ts';
import { assertMayUse } from './guard.ts';
import { type ImpersonationWish, actingAs, wishOf } from './impersonation.ts';
import { Throttle } from './throttle.ts';
import { Unauthenticated } from '../http/unauthenticated.ts';

/** Also for a mistyped key, which is refused without a look-up. */
const INVALID_KEY: KeyRefusal = 'Invalid API key.';

const MALFORMED = 'The token is malformed.';

/** What is wrong with a credential that grants nothing, by its kind. */
const WORTHLESS: Readonly<Record<Credential['kind'], string | undefined>> = {
  access_token: 'No active user has the e-mail of the token.',
  api_key: 'The API key is unknown.',
  user_token: 'The token is unknown.',
  unknown: MALFORMED,
  none: undefined,
};

/** The interval between checks of a request that takes long. Milliseconds. */
export const RECHECK_MS = 1_000;
/** How long an admission stays valid. With the 4.5 s that a grant may be cached, withdrawn access ends within 5 s (decisions 2). Milliseconds. */
const ADMITTED_MS = 500;

/** Admits requests: credential, rate, place, permission, in this order (decisions 1). */
@Injectable()
export class Gatekeeper {
  constructor(
    private readonly calls: ServiceCalls,
    private readonly cache: AccessCache,
    private readonly accessTokens: AccessTokens,
    private readonly throttle: Throttle,
    private readonly config: GatewayConfig,
  ) {}

  /** The authorized caller, or the user whom they act as. @throws Unauthenticated, Throttled, NotFound or Forbidden. */
  async admit(route: Route, request: ApiRequest): Promise<Caller> {
    const place = placeOf(request.params);
    return timed(request, async () => {
      const granted = await this.grantedTo(request, place ?? {});
      const caller = this.callerIn(granted, request);
      request.callerId = caller.user_id;
      await this.throttle.take(caller.credential_id);
      if (!place) throw new NotFound();
      return this.authorized(route, request, granted);
    });
  }

  /**
   * The caller of an admitted request that is about to be carried out. Authorizes them again if the body took long to arrive or
   * the request waited for its turn, because access may have been withdrawn meanwhile. @throws as `readmit` does.
   */
  async present(
    route: Route,
    request: ApiRequest,
    admitted: Caller,
    parameters: Partial<Record<string, string>> = request.params,
  ): Promise<Caller> {
    if (performance.now() - request.admittedAt < ADMITTED_MS) return admitted;
    return timed(request, () => this.readmit(route, request, parameters));
  }

  /**
   * Authorizes an admitted request again while it lasts, without counting it towards its rate. A cached grant that
   * expires before the next check is queried again, so that a check every second notices a change within 5 s.
   */
  async readmit(
    route: Route,
    request: ApiRequest,
    parameters: Partial<Record<string, string>> = request.params,
  ): Promise<Caller> {
    const granted = await this.grantedTo(request, placeOf(parameters) ?? {}, RECHECK_MS);
    return this.authorized(route, request, granted, RECHECK_MS);
  }

  /**
   * Authorizes an admitted request for a call that its body names, in the place that the call's parameters name, without
   * counting it towards its rate. @throws as `admit` does, except Throttled.
   */
  async permit(
    route: Route,
    request: ApiRequest,
    parameters: Partial<Record<string, string>>,
  ): Promise<Caller> {
    const place = placeOf(parameters);
    if (!place) throw new NotFound();
    return timed(request, async () => this.authorized(route, request, await this.grantedTo(request, place)));
  }

  private async authorized(
    route: Route,
    request: ApiRequest,
    granted: Access,
    validForMs = 0,
  ): Promise<Caller> {
    const real = this.callerIn(granted, request);
    assertMayUse(route, granted);
    const wish = wishOf(route, request, real);
    return (wish && (await this.impersonated(wish, request, { real, validForMs }))) ?? real;
  }

  private grantedTo(request: ApiRequest, place: Place, validForMs = 0): Access | Promise<Access> {
    const credential = this.credentialOf(request);
    if (credential.kind === 'none') throw new Unauthenticated();
    // Checked before the cache: only a well-formed secret from a client may be a key of the cache.
    if (!isWellFormed(credential))
      throw credential.kind === 'api_key' ? new Forbidden(INVALID_KEY) : new Unauthenticated(MALFORMED);
    const { secret } = credential;
    return (
      this.cache.get(secret, place, validForMs) ??
      this.cache.resolve(secret, place, (spentMs) =>
        this.resolve(secret, place, { ...originOf(request), spentMs }),
      )
    );
  }

  /** The user whom the request's caller acts as; undefined if the request is processed as its caller. */
  private async impersonated(
    { holder, target }: ImpersonationWish,
    request: ApiRequest,
    { real, validForMs }: { readonly real: Caller; readonly validForMs: number },
  ): Promise<Caller | undefined> {
    const { caller } =
      this.cache.get(holder, target, validForMs) ??
      (await this.cache.resolve(holder, target, (spentMs) =>
        this.resolveTarget(target, real, { ...originOf(request), spentMs }),
      ));
    if (!caller) return undefined;
    request.actingUsers = bothUsers(caller);
    return caller;
  }

  /** The caller to whom access was granted. @throws Forbidden or Unauthenticated when nothing was granted. */
  private callerIn({ caller, refusal, token_end }: Access, request: ApiRequest): Caller {
    if (refusal !== undefined) throw new Forbidden(refusal);
    if (!caller) throw new Unauthenticated(token_end ?? WORTHLESS[this.credentialOf(request).kind]);
    return caller;
  }

  private credentialOf(request: ApiRequest): Credential {
    return credentialOf(baseUrlOf(this.config, request), request.raw);
  }

  private async resolve(secret: string, place: Place, origin: CallOrigin): Promise<Access> {
    const kind = issuedKind(secret);
    if (kind !== undefined)
      return this.calls.call(
        access.calls.resolve,
        { kind, secret_hash: hashOfSecret(secret), ...place },
        origin,
      );
    const email = await this.accessTokens.emailOf(secret);
    return this.calls.call(access.calls.resolveEmail, { email, is_verified: true, ...place }, origin);
  }

  private async resolveTarget(target: ResolveEmail, real: Caller, origin: CallOrigin): Promise<Access> {
    return actingAs(await this.calls.call(access.calls.resolveEmail, target, origin), real);
  }
}

/** Authorizes a request, and records when, and how much of the request's time that took. */
async function timed(request: ApiRequest, authorize: () => Promise<Caller>): Promise<Caller> {
  const began = performance.now();
  const caller = await authorize();
  request.admittedAt = performance.now();
  request.admittedInMs += Math.ceil(request.admittedAt - began);
  return caller;
}

/** The credential's owner is not known yet, so the look-up takes the turn of the client's address. */
function originOf({ id: requestId, ip }: ApiRequest): CallOrigin {
  const clientAddress = clientAddressOf(ip);
  return { requestId, caller: null, ...(clientAddress === undefined ? {} : { clientAddress }) };
}

/** The kind of a secret that this service issued, by its prefix; undefined for another issuer's token. */
function issuedKind(secret: string): CredentialKind | undefined {
  if (secret.startsWith(API_KEY_PREFIX)) return 'api_key';
  return secret.startsWith(USER_TOKEN_PREFIX) ? 'user_token' : undefined;
}

/** The project or organization that the path names; undefined if its id is malformed, so that there is none. */
function placeOf(parameters: Partial<Record<string, string>>): Place | undefined {
  const { project_id, organization_id } = parameters;
  if (project_id !== undefined)
    return isUuid(project_id) ? { project_id: project_id.toLowerCase() } : undefined;
  if (organization_id === undefined) return {};
  return isUuid(organization_id) ? { organization_id: organization_id.toLowerCase() } : undefined;
}
