/** The part of JSON Schema 2020-12 that fields are declared with; OpenAPI 3.1 uses it as it is. */
export interface JsonSchema {
  readonly type?: JsonType | readonly JsonType[];
  readonly format?: string;
  readonly enum?: readonly (string | number | boolean | null)[];
  readonly const?: string | number | boolean | null;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: JsonSchema | false;
  readonly prefixItems?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly default?: unknown;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly $ref?: string;
}

export type JsonType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'null';

/** A class that carries the fields of a message. */
export type MessageClass<T = object> = new () => T;

/** One declared field of a message: what it checks, and where HTTP carries it. */
export interface Field {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
  readonly nullable: boolean;
  /** White space around a text is cut before it is checked. */
  readonly trim: boolean;
  /** `query` where a POST carries the field in its query; otherwise the route's method decides. */
  readonly in: 'query' | undefined;
  /** The class of an object, or of a list's items, for documents that name it. */
  readonly nested: MessageClass | undefined;
}

const declared = new WeakMap<object, Field[]>();

/** Adds a field to its class; called by the field decorators alone. */
export function declareField(prototype: object, field: Field): void {
  const fields = declared.get(prototype) ?? [];
  fields.push(field);
  declared.set(prototype, fields);
}

/** The declared fields of a message, those that it inherits first; a field declared again replaces the inherited one. */
export function fieldsOf(message: MessageClass): readonly Field[] {
  const fields = new Map<string, Field>();
  for (const prototype of ancestry(message.prototype as object)) {
    for (const field of declared.get(prototype) ?? []) fields.set(field.name, field);
  }
  return [...fields.values()];
}

/** The JSON Schema of a whole message; unknown fields are refused, as every endpoint does (decisions 1). */
export function schemaOf(message: MessageClass): JsonSchema {
  const fields = fieldsOf(message);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, valueSchema(field)])),
    required: fields.filter((field) => field.required).map((field) => field.name),
    additionalProperties: false,
  };
}

/** The schema of a field's value, `null` included where the field allows it. */
export function valueSchema(field: Field): JsonSchema {
  if (!field.nullable) return field.schema;
  const { type, enum: values, ...rest } = field.schema;
  if (typeof type !== 'string') return { anyOf: [field.schema, { type: 'null' }] };
  return { ...rest, type: [type, 'null'], ...(values ? { enum: [...values, null] } : {}) };
}

function ancestry(prototype: object): object[] {
  const chain: object[] = [];
  let current: object | null = prototype;
  while (current !== null && current !== Object.prototype) {
    chain.unshift(current);
    current = Object.getPrototypeOf(current) as object | null;
  }
  return chain;
}
