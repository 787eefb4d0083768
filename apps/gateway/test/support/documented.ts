import { type ErrorObject, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { closed } from './closed.ts';

/** The parts of a response that the document describes. */
export interface Said {
  readonly method: string;
  /** Below the base URL, with its query. */
  readonly path: string;
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

type Schema = Readonly<Record<string, unknown>>;

interface Response {
  readonly description: string;
  readonly content?: Readonly<Record<string, { readonly schema: Schema; readonly example?: object }>>;
  readonly headers?: Readonly<Record<string, { readonly required?: boolean; readonly schema: Schema }>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Schema;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly security: readonly object[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: {
    readonly description?: string;
    readonly required: boolean;
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
  readonly responses: Readonly<Record<string, Response>>;
}

/** The parts of an OpenAPI document that these tests read. */
export interface OpenApi {
  readonly openapi: string;
  readonly info: { readonly description: string };
  readonly servers: readonly { readonly url: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly [kind: string]: Readonly<Record<string, unknown>>;
  };
}

/** The form of ids and times in responses (decisions 1): stricter than the form that requests may have. */
const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const UTC_MILLISECONDS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const JSON_TYPE = 'application/json';
const ANY_TYPE = '*/*';

/** Checks responses against the OpenAPI document; they may not have fields that it does not describe. */
export class Documented {
  readonly document: OpenApi;
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true });
  private readonly checks = new Map<string, ValidateFunction>();
  /** The paths of the document with their regular expressions; fixed words before parameters. */
  private readonly templates: readonly (readonly [string, RegExp])[];

  constructor(document: OpenApi) {
    this.document = closed(document);
    addFormats.default(this.ajv, ['email', 'date', 'uri']);
    this.ajv.addFormat('uuid', UUID_V7).addFormat('date-time', UTC_MILLISECONDS);
    this.ajv.addSchema(this.document, 'document');
    this.templates = Object.keys(document.paths)
      .sort((a, b) => a.split('{').length - b.split('{').length)
      .map((template) => [template, expressionOf(template)]);
  }

  /** @throws Error when the document does not describe the response: its status, its headers or its body. */
  judge(said: Said): void {
    const template = this.templateOf(said.path);
    const method = said.method === 'HEAD' ? 'get' : said.method.toLowerCase();
    const operation = template === undefined ? undefined : this.document.paths[template]?.[method];
    const where = `${said.method} ${said.path} answered ${said.status}`;
    if (template === undefined || !operation) return judgeUnserved(said, where);
    const response = operation.responses[said.status];
    if (!response) throw new Error(`${where}, of which its description does not speak: ${said.text}`);
    judgeHeaders(response, said, where);
    if (said.method === 'HEAD') return;
    this.judgeBody(response, said, {
      where,
      pointer: `${pointerTo(template, method)}/responses/${said.status}`,
    });
  }

  private judgeBody(
    response: Response,
    said: Said,
    { where, pointer }: Record<'where' | 'pointer', string>,
  ): void {
    if (!response.content) {
      if (said.text !== '') throw new Error(`${where} with a body, and should have none: ${said.text}`);
      return;
    }
    const schema = response.content[JSON_TYPE]?.schema;
    if (!schema) return;
    const check = this.checkOf(schema, `${pointer}/content/application~1json/schema`);
    const body: unknown = JSON.parse(said.text);
    if (!check(body))
      throw new Error(`${where} against its description: ${described(check.errors)} in ${said.text}`);
  }

  /** Many responses have the same schema: each is compiled once. */
  private checkOf(schema: Schema, pointer: string): ValidateFunction {
    const text = JSON.stringify(schema);
    const known = this.checks.get(text);
    if (known) return known;
    const check = this.ajv.compile({ $ref: `document#${pointer}` });
    this.checks.set(text, check);
    return check;
  }

  /** The path of the document that an address matches. */
  private templateOf(address: string): string | undefined {
    const [path = ''] = address.split(/[?#]/);
    const given = path.endsWith('/') ? path : `${path}/`;
    return this.templates.find(([, expression]) => expression.test(given))?.[0];
  }
}

function expressionOf(template: string): RegExp {
  return new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`);
}

function pointerTo(template: string, method: string): string {
  const escaped = template.replaceAll('~', '~0').replaceAll('/', '~1');
  return `/paths/${encodeURIComponent(escaped)}/${method}`;
}

function judgeUnserved(said: Said, where: string): void {
  if (![404, 405, 431].includes(said.status)) throw new Error(`${where}, though nothing is served there.`);
  if (said.method === 'HEAD') return;
  const { error } = JSON.parse(said.text) as { error?: unknown };
  if (typeof error !== 'string') throw new Error(`${where} without a sentence: ${said.text}`);
}

function judgeHeaders(response: Response, { headers }: Said, where: string): void {
  for (const [name, { required }] of Object.entries(response.headers ?? {})) {
    if (required && !headers.has(name)) throw new Error(`${where} without the header ${name}.`);
  }
  const type = headers.get('content-type');
  const [described] = Object.keys(response.content ?? {});
  if (described !== undefined && described !== ANY_TYPE && type !== `${described}; charset=utf-8`) {
    throw new Error(`${where} as ${type ?? 'nothing'}.`);
  }
}

function described(errors: readonly ErrorObject[] | null | undefined): string {
  return (errors ?? []).map((error) => `${error.instancePath} ${error.message ?? ''}`).join('; ');
}
