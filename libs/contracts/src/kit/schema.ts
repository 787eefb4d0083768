import { ValidationTypes, getMetadataStorage } from 'class-validator';
import { type Rule, schemaOfRules } from './rules-schema.ts';

/** The part of JSON Schema 2020-12 that fields are declared with; OpenAPI 3.1 uses it unchanged. */
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
  readonly items?: JsonSchema;
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

/** The types of JSON Schema. */
export type JsonType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'null';

/** A class that carries the fields of a message. */
export type MessageClass<T = object> = new () => T;

/** What a field decorator records; the rules are in class-validator's metadata. */
export interface Declaration {
  readonly name: string;
  /** The keywords of its JSON Schema that validate nothing. */
  readonly notes: Pick<JsonSchema, 'default' | 'description' | 'examples'>;
  /** White space around a text is removed before it is validated. */
  readonly trim: boolean;
  /** Letters are accepted in either case, and are lower-case in the message: those of a text, or of each text in a list. */
  readonly lowerCase: boolean;
  /** `query` where a POST carries the field in its query; otherwise the route's method decides. */
  readonly in: 'query' | undefined;
  /** The class of an object, or of a list's items, for documents that name it. */
  readonly nested: MessageClass | undefined;
  /** The most items of a list of objects, if declared. Otherwise a request has at most 1,000, and an answer any number. */
  readonly maxItems: number | undefined;
}

/** One field of a message: its rules as class-validator holds them, and the JSON Schema that follows from them. */
export interface Field extends Omit<Declaration, 'notes'> {
  readonly rules: readonly Rule[];
  readonly schema: JsonSchema;
  readonly required: boolean;
  readonly nullable: boolean;
}

const declared = new WeakMap<object, Declaration[]>();
const known = new WeakMap<MessageClass, readonly Field[]>();

/** Adds a field to its class; called by the field decorators only. */
export function declareField(prototype: object, declaration: Declaration): void {
  const declarations = declared.get(prototype) ?? [];
  declarations.push(declaration);
  declared.set(prototype, declarations);
}

/** The fields of a message, inherited ones first; a field declared again replaces the inherited one in its place. */
export function fieldsOf(message: MessageClass): readonly Field[] {
  const fields = known.get(message) ?? readFields(message);
  known.set(message, fields);
  return fields;
}

function readFields(message: MessageClass): readonly Field[] {
  const declarations = new Map<string, { declaration: Declaration; on: object }>();
  for (const on of ancestry(message.prototype as object)) {
    for (const declaration of declared.get(on) ?? []) declarations.set(declaration.name, { declaration, on });
  }
  const rules = getMetadataStorage().getTargetValidationMetadatas(message, '', false, false);
  return [...declarations.values()].map(({ declaration, on }) => {
    const own = rules.filter(({ propertyName }) => propertyName === declaration.name);
    if (own.some(({ target }) => target !== on.constructor)) throw new MixedRules(message, declaration.name);
    return fieldOf(declaration, own);
  });
}

/** Thrown because class-validator would apply the rules of both declarations of a field: declare it in the class itself. */
class MixedRules extends Error {
  constructor(message: MessageClass, name: string) {
    super(`${message.name} inherits two declarations of ${name}: declare it in ${message.name} as well.`);
  }
}

function fieldOf({ notes, ...declaration }: Declaration, rules: readonly Rule[]): Field {
  const { nested } = declaration;
  const conditions = rules.filter(({ type }) => type === ValidationTypes.CONDITIONAL_VALIDATION);
  const validates = (value: unknown): boolean =>
    conditions.every(({ constraints: [condition] }) => Boolean((condition as Condition)({}, value)));
  return {
    ...declaration,
    rules,
    schema: { ...schemaOfRules(rules, nested && schemaOf(nested)), ...notes },
    required: validates(undefined),
    nullable: !validates(null),
  };
}

type Condition = (message: object, value: unknown) => boolean;

/** The JSON Schema of a whole message; it refuses unknown fields, as every endpoint does (decisions 1). */
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
  if (type === undefined && !values) return field.schema;
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
