import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { OpenApi, Operation } from '../document/open-api.ts';
import type { Schema } from '../document/schema.ts';
import type { Answer } from '../product/client.ts';
import { closed } from './closed.ts';

/** The form of times in responses, which is stricter than the accepted forms. */
const UTC_MILLISECONDS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
/** The first status for an error of the product, or of a machine that is too slow: no request may cause one. */
const FIRST_OF_SERVER = 500;

/** Finds the parts of an answer that the document does not describe, including further fields. */
export class Judge {
  private readonly ajv = new Ajv2020({ strict: false });
  private readonly checks = new Map<string, ValidateFunction>();

  constructor({ components }: OpenApi) {
    addFormats.default(this.ajv, ['uuid', 'email', 'date', 'uri']);
    this.ajv.addFormat('date-time', UTC_MILLISECONDS).addFormat('binary', true);
    this.ajv.addSchema({ $id: 'document', components: closed(components) });
  }

  /** What is wrong with the answer, whatever the request was; null if the document describes it. */
  fault(operation: Operation, { status, headers, text }: Answer): string | null {
    if (status >= FIRST_OF_SERVER) return `It was answered with ${status}.`;
    const response = operation.responses[status];
    if (!response) return `The status ${status} is not described.`;
    const missing = Object.entries(response.headers ?? {}).find(
      ([name, { required }]) => required && headers[name.toLowerCase()] === undefined,
    );
    if (missing) return `The answer has no header ${missing[0]}.`;
    if (!response.content)
      return text === '' ? null : `The answer ${status} has a body, and should have none.`;
    const [type = '', { schema } = { schema: {} }] = Object.entries(response.content)[0] ?? [];
    if (type === '*/*') return null;
    if (headers['content-type'] !== `${type}; charset=utf-8`)
      return `The answer is of the type ${headers['content-type']}, not ${type}.`;
    return type === 'application/json' ? this.faultOfBody(schema, text) : null;
  }

  private faultOfBody(schema: Schema, text: string): string | null {
    const check = this.checkOf(schema);
    if (check(parsed(text))) return null;
    return `The body is not as described: ${(check.errors ?? []).map(sentenceOf).join('; ')}.`;
  }

  private checkOf(schema: Schema): ValidateFunction {
    const text = JSON.stringify(closed(schema)).replaceAll('"#/components', '"document#/components');
    const known = this.checks.get(text) ?? this.ajv.compile(JSON.parse(text) as object);
    this.checks.set(text, known);
    return known;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function sentenceOf({ instancePath, message = '' }: ErrorObject): string {
  return `${instancePath} ${message}`.trim();
}
