import type { Schemas } from '@pks/client';
import { isObject } from '../../../ui/json-text.ts';

export type TechnicalType = Schemas['ArtifactItem']['technical_type'];

/** The most values in a form: with more, it would be slower to use than JSON. */
const MAX_VALUES = 500;

/** The initial content of an empty artifact of lists or trees. */
const BEGINNINGS: Readonly<Partial<Record<TechnicalType, unknown>>> = {
  mental_map: { title: '', nodes: [{ label: '', note: '' }] },
  playbook_list: [{ title: '', when: '', steps: [''] }],
  design_template_list: [{ title: '', description: '' }],
};

/** Fields whose parts have the same shape as the object that holds them. */
const NESTING: readonly string[] = ['children', 'nodes'];

/** The payload as a form shows it: an empty one gets the usual fields. */
export function begun(type: TechnicalType, payload: unknown): unknown {
  const isEmpty = Array.isArray(payload) ? payload.length === 0 : isObject(payload) && isBare(payload);
  return isEmpty ? (BEGINNINGS[type] ?? payload) : payload;
}

function isBare(payload: object): boolean {
  return Object.keys(payload).length === 0;
}

/** Whether a form can show a payload: nested values, and not too many. */
export function fitsForm(payload: unknown): boolean {
  return (Array.isArray(payload) || isObject(payload)) && countIn(payload, MAX_VALUES) <= MAX_VALUES;
}

/** The number of values in a payload; stops counting one beyond the limit. */
export function countIn(value: unknown, limit: number): number {
  if (typeof value !== 'object' || value === null) return 1;
  let count = 1;
  for (const one of Object.values(value)) {
    count += countIn(one, limit - count);
    if (count > limit) break;
  }
  return count;
}

/** A new row for a list: with the fields of the last row, blank. */
export function blankFor(name: string, last: unknown): unknown {
  if (last === undefined) return NESTING.includes(name) ? { label: '' } : '';
  if (Array.isArray(last)) return [];
  if (typeof last === 'number') return 0;
  if (typeof last === 'boolean') return false;
  if (!isObject(last)) return '';
  return Object.fromEntries(Object.entries(last).map(([key, value]) => [key, blankFor(key, value)]));
}

/** The number in a text; undefined if there is none, or none that JSON can hold. */
export function numberIn(text: string): number | undefined {
  const number = text.trim() === '' ? NaN : Number(text);
  return Number.isFinite(number) ? number : undefined;
}

export function replaced<T>(list: readonly T[], index: number, value: T): T[] {
  return list.map((one, at) => (at === index ? value : one));
}

export function removed<T>(list: readonly T[], index: number): T[] {
  return list.filter((_one, at) => at !== index);
}

/** The list with a row moved up or down by one place; unchanged if there is no such place. */
export function moved<T>(list: readonly T[], index: number, by: -1 | 1): T[] {
  const row = list.slice(index, index + 1);
  const to = index + by;
  return to < 0 || to >= list.length ? [...list] : removed(list, index).toSpliced(to, 0, ...row);
}

export function withoutField(fields: Record<string, unknown>, key: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([one]) => one !== key));
}

/** The fields with another one inserted at an index; unchanged if the name is taken. */
export function withField(
  fields: Record<string, unknown>,
  index: number,
  key: string,
  value: unknown,
): Record<string, unknown> {
  if (Object.hasOwn(fields, key)) return fields;
  return Object.fromEntries(Object.entries(fields).toSpliced(index, 0, [key, value]));
}

/** Whether a value contains something that a user typed or chose. */
export function holdsSomething(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(holdsSomething);
  return typeof value === 'string' ? value.trim() !== '' : Boolean(value);
}
