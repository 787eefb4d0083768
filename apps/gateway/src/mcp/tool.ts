import {
  type Field,
  type JsonSchema,
  type MessageClass,
  Text,
  UNKNOWN,
  fieldsOf,
  valueSchema,
} from '@pks/contracts';
import { Fault, Invalid, Parser } from '@pks/platform/process';
import { IDEMPOTENCY_KEY, keyForm } from '../http/idempotency-header.ts';
import { type PublicRpc, type Route, takesKey } from '../routes/route.ts';
import { ALL_ROUTES } from '../routes/index.ts';

/** Arguments of a tool, by their names. */
export type Arguments = Readonly<Record<string, unknown>>;

/** How a tool is presented to a model, and how it differs from its call. */
export interface ToolNotes {
  readonly title: string;
  /** For the model: what the tool does, and when to use it. */
  readonly description: string;
  /** Fields of the call's request that are not arguments. */
  readonly without?: readonly string[];
  /** Arguments that only the tool has; one with the name of a field of the call's request replaces that field. */
  readonly own?: MessageClass;
  /** Descriptions of arguments that are treated differently from the API's fields. */
  readonly descriptions?: Readonly<Record<string, string>>;
  /** Makes the request's fields from the arguments, if they differ. */
  readonly complete?: (given: Arguments) => Arguments;
  /** Makes the JSON that a model gets from the JSON of the API's answer, if they differ. */
  readonly shown?: (answer: string, given: Arguments) => string;
  /** What to do about an unknown argument: the `hint` of that error. */
  readonly ofUnknown?: string;
  /** Hints for clients that do not follow from the call. */
  readonly hints?: ToolHints;
}

/** What a client may assume about a tool. */
export interface ToolHints {
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  /** Whether the tool may reach anything outside this installation. */
  readonly openWorldHint?: boolean;
}

/** The argument that a tool that changes something accepts beside the fields of its call. */
class KeyArgument {
  @Text({
    max: 255,
    pattern: IDEMPOTENCY_KEY,
    form: keyForm('field'),
    optional: true,
    description:
      'A text of your choice that is unique to this change. A repeated call with the same key and arguments changes nothing and returns the first result.',
  })
  readonly idempotency_key?: string;
}

/** A parsed call of a tool. */
export interface AskedOfTool {
  /** The arguments: valid, with defaults, without the key. */
  readonly given: Arguments;
  /** The request for the API's call. */
  readonly request: Arguments;
  /** The idempotency key of the call. */
  readonly key?: string;
}

/** A tool of `/mcp`: a call of the API under a name for models. */
export class McpTool {
  readonly route: Route;
  readonly schema: JsonSchema;
  readonly readOnly: boolean;
  private readonly placeFields: Parser<object>;
  private readonly fields: Parser<object>;

  constructor(
    readonly name: string,
    rpc: PublicRpc,
    readonly notes: ToolNotes,
  ) {
    this.route = routeOf(rpc);
    this.readOnly = this.route.method === 'GET' || rpc.isReading === true;
    const fields = fieldsFor(rpc, notes, takesKey(this.route));
    this.placeFields = Parser.of(
      rpc.request,
      fields.filter((field) => field.name === 'project_id'),
    );
    this.fields = Parser.of(rpc.request, fields);
    this.schema = schemaFor(fields, notes.descriptions ?? {});
  }

  /** The project that the arguments name, if the call is about one. @throws Invalid */
  placeIn({ project_id }: Arguments): Record<string, string> {
    const place = this.placeFields.parse(project_id === undefined ? {} : { project_id });
    return Object.fromEntries(Object.entries(place).map(([name, id]) => [name, String(id)]));
  }

  /** Parses the arguments of a call. @throws Invalid keyed to each argument that breaks its rule. */
  read(written: Arguments): AskedOfTool {
    const { idempotency_key: key, ...given }: Arguments = { ...this.parsed(written) };
    const request = this.notes.complete?.(given) ?? given;
    return typeof key === 'string' ? { given, request, key } : { given, request };
  }

  private parsed(given: Arguments): object {
    const { ofUnknown: hint } = this.notes;
    try {
      return this.fields.parse(given);
    } catch (error) {
      if (hint === undefined || !(error instanceof Invalid) || !namesUnknown(error)) throw error;
      throw new Fault({ ...error.data, details: { hint } });
    }
  }
}

/** The route that makes a call; its permission, limits and errors apply to a tool as well. */
export function routeOf(rpc: PublicRpc): Route {
  const route = ALL_ROUTES.find((one) => one.rpc === rpc);
  if (!route) throw new Error(`No route makes the call ${rpc.subject}.`);
  return route;
}

function fieldsFor({ request }: PublicRpc, { without, own }: ToolNotes, keyed: boolean): readonly Field[] {
  const fields = [
    ...fieldsOf(request).filter(({ name }) => !without?.includes(name)),
    ...(own ? fieldsOf(own) : []),
    ...(keyed ? fieldsOf(KeyArgument) : []),
  ];
  return [...new Map(fields.map((field) => [field.name, field])).values()];
}

function namesUnknown({ data: { fields = {} } }: Invalid): boolean {
  return Object.values(fields).some((sentences) => sentences.includes(UNKNOWN));
}

function schemaFor(fields: readonly Field[], descriptions: Readonly<Record<string, string>>): JsonSchema {
  const schemaOf = (field: Field): JsonSchema => {
    const description = descriptions[field.name];
    return { ...valueSchema(field), ...(description !== undefined && { description }) };
  };
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, schemaOf(field)])),
    required: fields.filter((field) => field.required).map((field) => field.name),
    additionalProperties: false,
  };
}
