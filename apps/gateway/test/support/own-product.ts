import { type Product, type ProductOptions, startProduct } from '@pks/testing/black-box';
import { World } from './world.ts';

/** A product for one test file, which may stop its processes and servers, and a world in it. */
export interface OwnProduct {
  readonly product: Product;
  readonly world: World;
}

/** Starts the services that a test needs, on servers of its own. */
export async function startOwnProduct(
  apps: readonly string[],
  env: ProductOptions['env'] = {},
): Promise<OwnProduct> {
  const product = await startProduct({ ownServers: true, apps, env });
  const { stack, founderToken, strangerToken } = product;
  return { product, world: new World(stack.baseUrl, founderToken, strangerToken) };
}
