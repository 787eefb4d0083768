type Json = Record<string, unknown>;

const REFERENCE = /"#\/components\/schemas\/(\w+)"/g;

/** Opens the schemas that no request body refers to: answers may get further fields, but unknown fields of requests are refused. */
export function openAnswers(schemas: Map<string, Json>, bodies: readonly unknown[]): void {
  const ofRequests = new Set<string>();
  reach(bodies, schemas, ofRequests);
  for (const [name, schema] of schemas) {
    const { additionalProperties, ...open } = schema;
    if (additionalProperties === false && !ofRequests.has(name)) schemas.set(name, open);
  }
}

/** Adds the names of all schemas that a part of the document refers to, and of those that they refer to. */
function reach(part: unknown, schemas: ReadonlyMap<string, Json>, reached: Set<string>): void {
  for (const [, name = ''] of JSON.stringify(part).matchAll(REFERENCE)) {
    if (reached.has(name)) continue;
    reached.add(name);
    reach(schemas.get(name) ?? {}, schemas, reached);
  }
}
