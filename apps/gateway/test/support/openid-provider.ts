import { randomUUID } from 'node:crypto';
import { type Server, createServer } from 'node:http';
import { freePort } from '@pks/testing/black-box';
import { type JWK, type JWTPayload, SignJWT, exportJWK, generateKeyPair, importJWK } from 'jose';
import { Provider } from 'oidc-provider';

const CLIENT = { id: 'agent', secret: 'the secret of the agent' };

/** The claims of a provider's tokens. */
export interface ProviderTraits {
  readonly audience: string;
  readonly claims: Record<string, unknown>;
  readonly port?: number;
  readonly lifetimeS?: number;
  /** Whether it is rotating its key, and so publishes the next one too. */
  readonly changesKey?: boolean;
}

/** A real OpenID provider, with a signing key of its own. */
export interface RunningProvider {
  readonly issuer: string;
  readonly port: number;
  /** An access token that a client requested. */
  token(): Promise<string>;
  /** A token with exactly the given claims, and a type, signed like any other. */
  sign(claims: JWTPayload, typ?: string): Promise<string>;
  /** The same, signed with the newest key, which the token does not name. */
  signUnnamed(claims: JWTPayload): Promise<string>;
  stop(): Promise<void>;
}

/** Starts a provider; on the port of a stopped one, it is the same issuer with another key. */
export async function startProvider(traits: ProviderTraits): Promise<RunningProvider> {
  const server = createServer();
  const port = traits.port ?? (await freePort());
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${port}`;
  const key = await signingKey();
  const keys = traits.changesKey ? [key, await signingKey()] : [key];
  const { kid: _kid, ...newest } = keys.at(-1) ?? key;
  const provider = quietly(() => providerOf(issuer, keys, traits));
  const answer = provider.callback();
  server.on('request', (request, response) => void answer(request, response));
  return {
    issuer,
    port,
    token: () => requestToken(issuer),
    sign: (claims, typ = 'at+jwt') => signedWith(key, claims, typ),
    signUnnamed: (claims) => signedWith(newest, claims, 'at+jwt'),
    stop: () => stop(server),
  };
}

async function signingKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: randomUUID(), use: 'sig', alg: 'RS256' };
}

async function signedWith(key: JWK, claims: JWTPayload, typ: string): Promise<string> {
  const header = { alg: 'RS256', ...(key.kid === undefined ? {} : { kid: key.kid }), typ };
  return new SignJWT(claims).setProtectedHeader(header).sign(await importJWK(key, 'RS256'));
}

function providerOf(
  issuer: string,
  keys: JWK[],
  { audience, claims, lifetimeS = 300 }: ProviderTraits,
): Provider {
  return new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
      },
    ],
    jwks: { keys },
    ttl: { ClientCredentials: lifetimeS },
    extraTokenClaims: () => claims,
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => audience,
        getResourceServerInfo: () => ({
          scope: 'knowledge',
          audience,
          accessTokenFormat: 'jwt',
          accessTokenTTL: lifetimeS,
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
  });
}

/** Suppresses the provider's warnings about its settings for tests. */
function quietly<T>(work: () => T): T {
  const { info, warn } = console;
  Object.assign(console, { info: () => undefined, warn: () => undefined });
  try {
    return work();
  } finally {
    Object.assign(console, { info, warn });
  }
}

async function requestToken(issuer: string): Promise<string> {
  const response = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${CLIENT.id}:${encodeURIComponent(CLIENT.secret)}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  });
  const answer = (await response.json()) as { access_token?: string };
  if (!answer.access_token) throw new Error(`The provider gave no token: ${JSON.stringify(answer)}`);
  return answer.access_token;
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
