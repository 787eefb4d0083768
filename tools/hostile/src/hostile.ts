import { selected } from '@pks/stack';
import { Checks } from './checks.ts';
import { operationsOf, readDocument } from './document/open-api.ts';
import { Schemas } from './document/schema.ts';
import { overridesOf } from './product/overrides.ts';
import type { Target } from './product/own-stack.ts';
import { World } from './product/world.ts';
import { requestProperties } from './request-properties.ts';
import { sequenceProperties } from './sequence-properties.ts';
import { ValidRequests } from './requests/valid-requests.ts';
import { type Outcome, type RunOptions, run } from './run.ts';

/** Which properties are tried, and how. */
export interface Options extends RunOptions {
  /** Properties whose names contain one of these; without it, all. */
  readonly only?: readonly string[];
}

/** Sends a product requests that its OpenAPI document allows, and requests that it does not. @throws Error if a word of `only` selects no property. */
export async function hostile(target: Target, options: Options): Promise<Outcome> {
  const document = await readDocument(target.baseUrl);
  const world = await World.prepare(target);
  try {
    const checks = new Checks(document, world);
    const overrides = await overridesOf(world);
    const schemas = new Schemas(document.components.schemas);
    const operations = operationsOf(document);
    const ofRequests = operations.flatMap((operation) => {
      const requests = new ValidRequests(operation, schemas, overrides(operation.operationId));
      return requestProperties(operation, requests, { checks, schemas, foreign: world.foreign });
    });
    const properties = [...ofRequests, ...sequenceProperties(operations, checks)];
    return await run(selected(properties, options.only), options);
  } finally {
    world.close();
  }
}
