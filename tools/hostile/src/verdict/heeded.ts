import type { Answer } from '../product/client.ts';
import type { SentRequest } from '../requests/request.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A field or a parameter that an answer may contradict, because no schema can express what becomes of it. */
export interface Altered {
  /** Operations by their ids. */
  readonly operations: RegExp;
  readonly name: RegExp;
  readonly because: string;
}

/** Every such field. */
export const ALTERED: readonly Altered[] = [
  altered(/^api_keys_update$/, /^status$/, 'A key that has expired says so, whatever it was set to.'),
  altered(/^(project_users_|invites_)/, /^permissions$/, 'Each permission is stored once.'),
  altered(/^drafts_/, /^topics$/, 'A topic that the draft does not have gets an id of its own.'),
  altered(/^interviews_list$/, /^assigned_to$/, '`me` stands for the caller.'),
  altered(/^conversations_/, /^tags$/, 'Each tag is stored once, whatever its case, and no blank one.'),
];

function altered(operations: RegExp, name: RegExp, because: string): Altered {
  return { operations, name, because };
}

/**
 * The part of a request that its answer contradicts: a field of the body that has another value in the answer, or a parameter of the
 * query that an item of the list does not match; null if there is none. White space around texts is ignored, and so are the encoding of
 * letters with marks and the notation of a time; a field that is null and a parameter that is empty ask for no value.
 */
export function unheededBy(
  operationId: string,
  { target, body }: SentRequest,
  answer: Answer,
): string | null {
  const answered = fieldsIn(answer.text);
  const counts = ([name, value]: readonly [string, unknown]): boolean =>
    value !== null &&
    value !== '' &&
    !ALTERED.some((one) => one.operations.test(operationId) && one.name.test(name));
  const isJson = body?.type === 'application/json';
  const sent = isJson ? fieldsIn(Buffer.from(body.bytes, 'latin1').toString()) : {};
  const field = Object.entries(sent)
    .filter(counts)
    .find(([name, value]) => name in answered && !has(answered[name], value));
  if (field) return `The field ${field[0]} is not ${JSON.stringify(field[1])}, which was sent.`;
  const items = Array.isArray(answered['results']) ? (answered['results'] as Fields[]) : [];
  const filter = [...new URL(target, 'http://any').searchParams]
    .filter(counts)
    .find(([name, value]) => items.some((item) => name in item && !matches(item[name], value)));
  return filter ? `An item of the list does not match ${filter.join('=')}.` : null;
}

function fieldsIn(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? { ...value } : {};
  } catch {
    return {};
  }
}

/** A parameter may have several values, and name an object by its id. */
function matches(field: unknown, value: string): boolean {
  const own = typeof field === 'object' && field !== null && 'id' in field ? field.id : field;
  return value
    .split(',')
    .map((one) => one.trim())
    .includes(String(own));
}

/** Whether an answer has a value that was sent: objects may have further fields. */
function has(answered: unknown, sent: unknown): boolean {
  if (typeof sent === 'string') return typeof answered === 'string' && plain(answered) === plain(sent);
  if (typeof sent !== 'object' || sent === null) return answered === sent;
  if (typeof answered !== 'object' || answered === null) return false;
  if (Array.isArray(sent) && !(Array.isArray(answered) && answered.length === sent.length)) return false;
  return Object.entries(sent).every(([name, value]) => has((answered as Fields)[name], value));
}

function plain(text: string): string {
  const time = /^\d{4}-\d\d-\d\d[Tt ]/.test(text) ? new Date(text) : null;
  return time === null || Number.isNaN(time.getTime()) ? text.trim().normalize() : time.toISOString();
}
