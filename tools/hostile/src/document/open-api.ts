import { assertKnown } from './keywords.ts';
import type { Schema } from './schema.ts';
import { wholeDocument } from './whole-document.ts';

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Schema;
}

/** A body in one of its content types. */
export interface Content {
  readonly schema: Schema;
}

/** The response of an operation for a status. */
export interface Response {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
  readonly headers?: Readonly<Record<string, { readonly required?: boolean }>>;
}

/** One operation as the document describes it. */
export interface Described {
  readonly operationId: string;
  readonly security: readonly object[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly description?: string;
    readonly content: Readonly<Record<string, Content>>;
  };
  readonly responses: Readonly<Record<string, Response>>;
}

/** The parts of an OpenAPI document that are read. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly [kind: string]: Readonly<Record<string, unknown>>;
  };
}

/** An operation with its method and its path. */
export interface Operation extends Described {
  /** In capitals. */
  readonly method: string;
  /** Below the base URL, with `{parameters}`. */
  readonly path: string;
}

/** Reads the document of a running product. @throws Error for a schema with an unknown keyword or format. */
export async function readDocument(baseUrl: string): Promise<OpenApi> {
  const response = await fetch(`${baseUrl}/openapi.json`);
  if (!response.ok) throw new Error(`The OpenAPI document was answered with ${response.status}.`);
  const document = wholeDocument((await response.json()) as OpenApi);
  for (const [name, schema] of Object.entries(document.components.schemas)) assertKnown(schema, name);
  for (const operation of operationsOf(document)) {
    for (const [place, schema] of schemasOf(operation))
      assertKnown(schema, `${operation.operationId}, ${place}`);
  }
  return document;
}

/** All operations, in the order of the document. */
export function operationsOf({ paths }: OpenApi): Operation[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, described]) => ({
      ...described,
      method: method.toUpperCase(),
      path,
    })),
  );
}

/** The parameters of an operation in a place. */
export function parametersIn(operation: Described, place: Parameter['in']): readonly Parameter[] {
  return operation.parameters.filter((parameter) => parameter.in === place);
}

/** Whether anyone may call the operation, without a credential. */
export function isOpen({ security }: Described): boolean {
  return security.length === 0;
}

function schemasOf({ parameters, requestBody, responses }: Described): [string, Schema][] {
  return [
    ...parameters.map(({ name, schema }): [string, Schema] => [`parameter ${name}`, schema]),
    ...contentsOf(requestBody?.content, 'body'),
    ...Object.entries(responses).flatMap(([status, { content }]) => contentsOf(content, status)),
  ];
}

function contentsOf(
  content: Readonly<Record<string, { readonly schema: Schema }>> = {},
  place: string,
): [string, Schema][] {
  return Object.entries(content).map(([type, { schema }]) => [`${place} as ${type}`, schema]);
}
