import { type ApiClient, type FurtherGateway, startFurtherGateway } from '@pks/testing/black-box';
import { CheckedClient } from '../checked-client.ts';
import { type RunningProvider, startProvider } from '../openid-provider.ts';

const AUDIENCE = 'https://knowledge.example.test/api/v1';
const A_MINUTE_S = 60;

/** What is wrong with an OAuth access token, if anything. */
export type TokenKind = 'good' | 'expired' | 'for another audience';

const NOW_S = Math.floor(Date.now() / 1_000);

const SAYS: Readonly<Record<TokenKind, object>> = {
  good: { aud: AUDIENCE, exp: NOW_S + 60 * A_MINUTE_S },
  expired: { aud: AUDIENCE, exp: NOW_S - A_MINUTE_S },
  'for another audience': { aud: 'https://elsewhere.example.test', exp: NOW_S + 60 * A_MINUTE_S },
};

/** A gateway that trusts an OpenID provider, and clients with tokens of that provider. */
export class OAuthTokens {
  private constructor(
    private readonly provider: RunningProvider,
    private readonly gateway: FurtherGateway,
  ) {}

  /** Starts both, next to the product that all tests share. */
  static async start(): Promise<OAuthTokens> {
    const provider = await startProvider({ audience: AUDIENCE, claims: {} });
    const product = {
      natsUrl: process.env['E2E_NATS_URL'] ?? '',
      callerSecret: process.env['E2E_CALLER_SECRET'] ?? '',
    };
    const gateway = await startFurtherGateway(product, {
      OAUTH_ISSUERS: `${provider.issuer}=${AUDIENCE}`,
      BLOB_STORE: process.env['E2E_FILE_FOLDER'] ?? '',
    });
    return new OAuthTokens(provider, gateway);
  }

  /** A client with a token of a user, and the token. */
  async client(kind: TokenKind, email: string): Promise<{ client: ApiClient; token: string }> {
    const claims = { iss: this.provider.issuer, email, email_verified: true, iat: NOW_S - 2 * A_MINUTE_S };
    const token = await this.provider.sign({ ...claims, ...SAYS[kind] });
    return { client: new CheckedClient(this.gateway.baseUrl, token), token };
  }

  async stop(): Promise<void> {
    await this.gateway.stop();
    await this.provider.stop();
  }
}
