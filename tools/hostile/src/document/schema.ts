/** A type of JSON Schema. */
export type TypeName = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'null';

/** The part of JSON Schema that the OpenAPI document uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: TypeName | readonly TypeName[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Schema | false;
  readonly prefixItems?: readonly Schema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly anyOf?: readonly Schema[];
  readonly contentMediaType?: string;
  /** The schema of the value that a text contains as JSON. */
  readonly contentSchema?: Schema;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly description?: string;
}

/** The types that a schema allows; empty if it allows all. */
export function typesOf({ type }: Schema): readonly TypeName[] {
  if (type === undefined) return [];
  return typeof type === 'string' ? [type] : type;
}

/** The schemas of a document by their references. */
export class Schemas {
  private readonly named: Readonly<Record<string, Schema>>;

  constructor(named: Readonly<Record<string, Schema>>) {
    this.named = named;
  }

  /** The schema itself, or the schema that it refers to. */
  resolve(schema: Schema): Schema {
    if (schema.$ref === undefined) return schema;
    const found = this.named[schema.$ref.replace('#/components/schemas/', '')];
    if (!found) throw new Error(`The document has no ${schema.$ref}.`);
    return this.resolve(found);
  }
}
