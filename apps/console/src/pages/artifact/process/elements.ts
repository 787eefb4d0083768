import { SaxesParser } from 'saxes';

/** The most characters of XML that are read: this many take a moment. */
const MAX_LENGTH = 1_000_000;
/** The most elements that are read, and the deepest nesting; the service refuses XML that is nested deeper. */
const MAX_ELEMENTS = 30_000;
const MAX_DEPTH = 100;
/** The prefix of the namespaces of BPMN and of its diagrams. */
const BPMN = 'http://www.omg.org/spec/';

/** Why a text is not shown as a process. */
export type Fault =
  | { readonly reason: 'too-long' | 'too-deep' | 'no-bpmn' }
  | { readonly reason: 'malformed'; readonly line: number };

export class Unreadable extends Error {
  constructor(readonly fault: Fault) {
    super(fault.reason);
  }
}

/** An element of BPMN as it stands in the document. */
export class Element {
  readonly children: Element[] = [];
  text = '';

  constructor(
    /** The name of the element, beginning with a capital: `UserTask`. */
    readonly type: string,
    private readonly attributes: ReadonlyMap<string, string>,
    private readonly ids: ReadonlyMap<string, Element>,
  ) {}

  /** The value of an attribute; empty if it is missing. */
  get(name: string): string {
    return this.attributes.get(name)?.trim() ?? '';
  }

  is(name: string): boolean {
    return ['true', '1'].includes(this.get(name));
  }

  number(name: string): number {
    return this.get(name) === '' ? Number.NaN : Number(this.get(name));
  }

  all(...types: readonly string[]): Element[] {
    return this.children.filter(({ type }) => types.includes(type));
  }

  one(type: string): Element | undefined {
    return this.children.find((child) => child.type === type);
  }

  /** The element to which an attribute, or the first child of that name, refers. */
  reference(name: string): Element | undefined {
    return this.find(this.get(name)) ?? this.references(name)[0];
  }

  /** The elements to which the children of a name refer. */
  references(name: string): Element[] {
    return this.all(capitalized(name)).flatMap(({ text }) => this.find(text.trim()) ?? []);
  }

  /** A reference may put a namespace prefix before the id. */
  private find(id: string): Element | undefined {
    return this.ids.get(id) ?? this.ids.get(id.slice(id.indexOf(':') + 1));
  }
}

/**
 * The `definitions` of a BPMN document, without extension elements. Entities are neither declared nor loaded. @throws Unreadable
 */
export function definitionsOf(xml: string): Element {
  if (xml.length > MAX_LENGTH) throw new Unreadable({ reason: 'too-long' });
  const root = parsed(xml);
  if (root?.type !== 'Definitions') throw new Unreadable({ reason: 'no-bpmn' });
  return root;
}

function parsed(xml: string): Element | undefined {
  const parser = new SaxesParser({ xmlns: true });
  const ids = new Map<string, Element>();
  const open: (Element | null)[] = [];
  let root: Element | undefined;
  let elements = 0;
  parser.on('error', () => {
    throw new Unreadable({ reason: 'malformed', line: parser.line });
  });
  parser.on('opentag', ({ local, uri, attributes }) => {
    elements += 1;
    if (elements > MAX_ELEMENTS) throw new Unreadable({ reason: 'too-long' });
    if (open.length >= MAX_DEPTH) throw new Unreadable({ reason: 'too-deep' });
    const parent = open.at(-1);
    const isForeign = !uri.startsWith(BPMN) || local === 'extensionElements' || parent === null;
    const values = Object.values(attributes).map(({ name, value }) => [name, value] as const);
    const element = isForeign ? null : new Element(capitalized(local), new Map(values), ids);
    open.push(element);
    if (element === null) return;
    root ??= element;
    parent?.children.push(element);
    const id = element.get('id');
    if (id !== '' && !ids.has(id)) ids.set(id, element);
  });
  const addText = (text: string): void => {
    const element = open.at(-1);
    if (element) element.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => void open.pop());
  parser.write(xml).close();
  return root;
}

function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
