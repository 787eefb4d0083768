import type { World } from '../world.ts';
import { Grounds } from './grounds.ts';
import { OAuthTokens } from './oauth-tokens.ts';
import { PRINCIPALS, type Principal, type PrincipalName, principalOf } from './principals.ts';
import { Addresses } from './targets.ts';

/** The names of all principals. */
export const NAMES = Object.keys(PRINCIPALS) as PrincipalName[];

/** Every principal, and the addresses to which their requests are sent. */
export class Matrix {
  readonly addresses: Addresses;

  private constructor(
    readonly grounds: Grounds,
    private readonly tokens: OAuthTokens,
    private readonly principals: ReadonlyMap<PrincipalName, Principal>,
  ) {
    this.addresses = new Addresses(grounds);
  }

  static async prepare(world: World): Promise<Matrix> {
    const [grounds, tokens] = [await Grounds.prepare(world), await OAuthTokens.start()];
    const principals = new Map<PrincipalName, Principal>();
    for (const name of NAMES) principals.set(name, await principalOf(name, { world, grounds, tokens }));
    return new Matrix(grounds, tokens, principals);
  }

  principal(name: PrincipalName): Principal {
    return this.principals.get(name)!;
  }

  async close(): Promise<void> {
    await this.tokens.stop();
  }
}
