import { BpmnModdle } from 'bpmn-moddle';

/** An element of BPMN as it was written, with its references resolved. Nothing of it can be relied on. */
export interface Element {
  readonly $type: string;
  readonly [property: string]: unknown;
}

/** Characters of XML that are read: reading this much takes a second. */
const MAX_LENGTH = 1_000_000;

/** Why a text is not shown as a process. */
export type Fault =
  | { readonly reason: 'too-long' | 'no-bpmn' }
  | { readonly reason: 'malformed'; readonly line: number | null };

export class Unreadable extends Error {
  constructor(readonly fault: Fault) {
    super(fault.reason);
  }
}

/** The `definitions` of a BPMN document. Entities are neither declared nor loaded. @throws Unreadable */
export async function definitionsOf(xml: string): Promise<Element> {
  if (xml.length > MAX_LENGTH) throw new Unreadable({ reason: 'too-long' });
  const root = await parsed(xml);
  if (!isElement(root)) throw new Unreadable({ reason: 'no-bpmn' });
  return root;
}

async function parsed(xml: string): Promise<unknown> {
  try {
    return (await new BpmnModdle().fromXML(xml)).rootElement;
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    if (message.startsWith('failed to parse document as')) throw new Unreadable({ reason: 'no-bpmn' });
    const line = /line: (\d+)/.exec(message)?.[1];
    throw new Unreadable({ reason: 'malformed', line: line === undefined ? null : Number(line) + 1 });
  }
}

function isElement(value: unknown): value is Element {
  return typeof value === 'object' && value !== null && '$type' in value && typeof value.$type === 'string';
}

/** The type without its prefix: `UserTask`. */
export function typeOf({ $type }: Element): string {
  return $type.slice($type.indexOf(':') + 1);
}

export function elementIn(of: Element | undefined, property: string): Element | undefined {
  const value = of?.[property];
  return isElement(value) ? value : undefined;
}

export function elementsIn(of: Element | undefined, property: string): Element[] {
  const value = of?.[property];
  return Array.isArray(value) ? value.filter(isElement) : [];
}

export function textIn(of: Element | undefined, property: string): string {
  const value = of?.[property];
  return typeof value === 'string' ? value.trim() : '';
}

export function numberIn(of: Element | undefined, property: string): number {
  const value = of?.[property];
  return typeof value === 'number' ? value : Number.NaN;
}
