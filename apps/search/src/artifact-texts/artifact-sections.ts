import type { TechnicalType } from '@pks/contracts';
import { SaxesParser } from 'saxes';
import { markdownSections } from '../reading/markdown-sections.ts';
import type { Section } from '../reading/section.ts';
import { storable } from '../reading/section-list.ts';

/** The keys of an object's name, in the order of preference. */
const NAMES = ['title', 'name', 'label', 'id'];
/** Attributes of a BPMN element that people read. */
const SPOKEN = ['name'];
const SPOKEN_ELEMENTS = new Set(['documentation', 'text', 'conditionExpression']);

/** A longer name or key is cut to this length in a heading. Characters. */
const LONGEST_NAME = 200;
/** A name that would make a heading longer is left out of it. Characters. */
const LONGEST_HEADING = 1_000;
/** The headings of any content may have this length in total. Characters. */
const MOST_HEADINGS = 100_000;
/** In addition, they may have the length of its texts times this: a heading is repeated with every text below it. */
const HEADINGS_PER_TEXT = 16;

type Reading = (payload: unknown) => Section[];

const READINGS: Record<TechnicalType, Reading> = {
  markdown: (payload) => markdownSections(String(payload)),
  bpmn_xml: (payload) => bpmnSections(String(payload)),
  mental_map: (payload) => valueSections(payload, ''),
  playbook_list: (payload) => valueSections(payload, ''),
  design_template_list: (payload) => valueSections(payload, ''),
};

/**
 * The texts in an artifact's content, each under the names of the objects that contain it. If the headings are many times as long as
 * all texts together, the last headings are left out.
 */
export function artifactSections(type: TechnicalType, payload: unknown): Section[] {
  return withBoundedHeadings(READINGS[type](payload));
}

function withBoundedHeadings(sections: readonly Section[]): Section[] {
  const length = sections.reduce((sum, { text }) => sum + text.length, 0);
  let left = MOST_HEADINGS + HEADINGS_PER_TEXT * length;
  return sections.map((section) => {
    left -= section.heading.length;
    return left >= 0 ? section : { ...section, heading: '' };
  });
}

/** The texts and numbers of a value, with a section for each object. */
function valueSections(value: unknown, heading: string): Section[] {
  if (Array.isArray(value)) return value.flatMap((item: unknown) => valueSections(item, heading));
  if (!isObject(value)) return sectionOf(heading, spoken(value));
  const name = NAMES.map((key) => value[key]).find((found) => typeof found === 'string' && found !== '');
  const under = typeof name === 'string' ? below(heading, name) : heading;
  const plain = Object.entries(value).filter(([, inner]) => !isNested(inner));
  const nested = Object.entries(value).filter(([, inner]) => isNested(inner));
  const lines = plain.map(([key, inner]) => [key, spoken(inner)] as const).filter(([, text]) => text !== '');
  return [
    ...sectionOf(under, lines.map(([key, text]) => `${key}: ${text}`).join('\n')),
    ...nested.flatMap(([key, inner]) => valueSections(inner, below(under, key))),
  ];
}

/** The names and notes of a diagram's elements, in the order of the text. */
function bpmnSections(xml: string): Section[] {
  if (xml === '') return [];
  const lines: string[] = [];
  const parser = new SaxesParser();
  /** The number of open elements, counted from the outermost spoken one; 0 outside of one. */
  let depth = 0;
  const hear = (text: string): void => {
    if (depth > 0 && text.trim() !== '') lines.push(text.trim());
  };
  // The content was validated when it was stored; parsing continues after any error.
  parser.on('error', () => undefined);
  parser.on('opentag', ({ name, attributes }) => {
    if (depth > 0 || SPOKEN_ELEMENTS.has(name.replace(/^.*:/, ''))) depth += 1;
    for (const key of SPOKEN) if (attributes[key]) lines.push(attributes[key]);
  });
  parser.on('text', hear);
  parser.on('cdata', hear);
  parser.on('closetag', () => {
    if (depth > 0) depth -= 1;
  });
  parser.write(xml).close();
  return sectionOf('', lines.join('\n'));
}

function sectionOf(heading: string, text: string): Section[] {
  return text.trim() === '' ? [] : [{ page: 1, heading, text }];
}

/** The heading of a named object or a key, below another heading. */
function below(heading: string, name: string): string {
  const own = storable(name.slice(0, LONGEST_NAME));
  const whole = heading === '' ? own : `${heading} › ${own}`;
  return whole.length <= LONGEST_HEADING ? whole : heading;
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
