import type { TechnicalType } from '@pks/contracts';
import { SaxesParser } from 'saxes';
import { markdownSections } from '../reading/markdown-sections.ts';
import type { Section } from '../reading/section.ts';

/** The keys of an object's name, in the order of preference. */
const NAMES = ['title', 'name', 'label', 'id'];
/** Attributes of a BPMN element that people read. */
const SPOKEN = ['name'];
const SPOKEN_ELEMENTS = new Set(['documentation', 'text', 'conditionExpression']);

type Reading = (payload: unknown) => Section[];

const READINGS: Record<TechnicalType, Reading> = {
  markdown: (payload) => markdownSections(String(payload)),
  bpmn_xml: (payload) => bpmnSections(String(payload)),
  mental_map: (payload) => valueSections(payload, []),
  playbook_list: (payload) => valueSections(payload, []),
  design_template_list: (payload) => valueSections(payload, []),
};

/** The texts in an artifact's content, each under the names of the objects that contain it. */
export function artifactSections(type: TechnicalType, payload: unknown): Section[] {
  return READINGS[type](payload);
}

/** The texts and numbers of a value, with a section for each named object. */
function valueSections(value: unknown, path: readonly string[]): Section[] {
  if (Array.isArray(value)) return value.flatMap((item: unknown) => valueSections(item, path));
  if (!isObject(value)) return sectionOf(path, spoken(value));
  const name = NAMES.map((key) => value[key]).find((found) => typeof found === 'string' && found !== '');
  const under = typeof name === 'string' ? [...path, name] : path;
  const plain = Object.entries(value).filter(([, inner]) => !isNested(inner));
  const nested = Object.entries(value).filter(([, inner]) => isNested(inner));
  const lines = plain.map(([key, inner]) => [key, spoken(inner)] as const).filter(([, text]) => text !== '');
  return [
    ...sectionOf(under, lines.map(([key, text]) => `${key}: ${text}`).join('\n')),
    ...nested.flatMap(([key, inner]) => valueSections(inner, [...under, key])),
  ];
}

/** The names and notes of a diagram's elements, in the order of the text. */
function bpmnSections(xml: string): Section[] {
  if (xml === '') return [];
  const lines: string[] = [];
  const parser = new SaxesParser();
  let listens = false;
  // The content was validated when it was stored; parsing continues after any error.
  parser.on('error', () => undefined);
  parser.on('opentag', ({ name, attributes }) => {
    listens = SPOKEN_ELEMENTS.has(name.replace(/^.*:/, ''));
    for (const key of SPOKEN) if (attributes[key]) lines.push(attributes[key]);
  });
  parser.on('text', (text) => {
    if (listens && text.trim() !== '') lines.push(text.trim());
  });
  parser.on('closetag', () => (listens = false));
  parser.write(xml).close();
  return sectionOf([], lines.join('\n'));
}

function sectionOf(path: readonly string[], text: string): Section[] {
  return text.trim() === '' ? [] : [{ page: 1, heading: path.join(' › '), text }];
}

function spoken(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(spoken).join(', ');
  return typeof value === 'number' ? String(value) : '';
}

/** A list of plain values becomes one line. */
function isNested(value: unknown): boolean {
  return Array.isArray(value) ? value.some((item) => isObject(item) || Array.isArray(item)) : isObject(value);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
