import { buffer } from 'node:stream/consumers';
import { Invalid } from '@pks/platform/process';
import { readJsonText } from '../http/json-text.ts';
import { type Route, bodyFieldsOf } from '../routes/route.ts';
import { FormParts, boundaryIn } from './multipart.ts';

const ONCE = 'This field may be given once only.';
const eitherOf = (field: string): string => `Send either a ${FILE} or a ${field}, not both.`;

/** The name of the part that is a file. */
export const FILE = 'file';

/** How the fields of a form map to those of a JSON body. */
export interface FormRules {
  /** The field whose value is the file. */
  readonly file: string;
  /** Every field by its name, and whether it is text; in a form, fields that are not text are JSON. */
  readonly isText: ReadonlyMap<string, boolean>;
}

/** The rules for the form of a route. */
export function formRulesOf(route: Route, file: string): FormRules {
  const isText = new Map(bodyFieldsOf(route).map(({ name, schema }) => [name, schema.type === 'string']));
  return { file, isText };
}

/** The JSON object that a form stands for, to be validated as if it had been sent as JSON. @throws Invalid, NotPossible */
export async function jsonOfForm(bytes: Buffer, contentType: string, rules: FormRules): Promise<Buffer> {
  const form = new FormParts(onePiece(bytes), boundaryIn(contentType), NOTHING_LEFT);
  const values = new Map<string, string>();
  const names = new Set<string>();
  try {
    for await (const { name, content } of form) {
      const field = name === FILE ? rules.file : name;
      const isText = rules.isText.get(field);
      if (isText === undefined) throw Invalid.field(name, 'Unknown field.');
      if (values.has(field)) throw Invalid.field(field, names.has(name) ? ONCE : eitherOf(rules.file));
      names.add(name);
      const value = await buffer(content);
      values.set(field, isText ? JSON.stringify(textIn(field, value)) : jsonIn(field, value));
    }
  } finally {
    form.discard();
  }
  return Buffer.from(`{${[...values].map(([name, value]) => `${JSON.stringify(name)}:${value}`).join()}}`);
}

/** The form is already in memory: nothing is left to be read and dropped. */
const NOTHING_LEFT = { turn: () => Promise.resolve(), giveUp: () => undefined };

async function* onePiece(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

function textIn(name: string, value: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(value);
  } catch {
    throw Invalid.field(name, 'The text is not valid UTF-8.');
  }
}

function jsonIn(name: string, value: Buffer): string {
  jsonValueIn(name, value);
  return textIn(name, value);
}

/** The value of a field that is JSON in a form. @throws Invalid keyed to the field */
export function jsonValueIn(name: string, value: Buffer): unknown {
  try {
    return readJsonText(value);
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    throw Invalid.field(name, error.message.replace(/^The body/, 'This field'));
  }
}
