import type { Element } from './elements.ts';
import { formOf, lookOf } from './kinds.ts';
import type { Flow, Item, Lane, Model, Pool, Scope } from './model.ts';

/** The deepest nesting of subprocesses; deeper ones are shown as collapsed. */
const MAX_DEPTH = 20;

/** Elements that are connections, or that are shown by the elements that refer to them. */
const NO_ITEM: ReadonlySet<string> = new Set(['SequenceFlow', 'Association', 'DataObject', 'LaneSet']);

/** A document as a model to draw, with the item or flow of each element. */
export interface Reading {
  readonly model: Model;
  readonly items: ReadonlyMap<Element, Item>;
  readonly flows: ReadonlyMap<Element, Flow>;
}

export function readingOf(definitions: Element): Reading {
  const reader = new Reader(connectedIn(definitions));
  const model = reader.model(definitions);
  return { model, items: reader.items, flows: reader.flows };
}

/** The ids of the elements that flows connect. */
function connectedIn(element: Element, depth = 0): Set<string> {
  const found = new Set([element.get('sourceRef'), element.get('targetRef')]);
  if (depth <= MAX_DEPTH) {
    for (const child of element.children) for (const id of connectedIn(child, depth + 1)) found.add(id);
  }
  found.delete('');
  return found;
}

class Reader {
  readonly items = new Map<Element, Item>();
  readonly flows = new Map<Element, Flow>();

  constructor(private readonly connected: ReadonlySet<string>) {}

  model(definitions: Element): Model {
    const collaborations = definitions.all('Collaboration');
    const participants = collaborations.flatMap((one) => one.all('Participant'));
    const pools = participants.map((participant) => this.pool(participant));
    const shown = new Set(participants.map((participant) => participant.reference('processRef')));
    const others = definitions.all('Process', 'Choreography').filter((one) => !shown.has(one));
    const alone = others.map((one): Pool => ({ item: null, scope: this.scope(one, 0) }));
    collaborations.forEach((one) => this.addItems(one.all('TextAnnotation', 'Group'), 0));
    const flows = collaborations.flatMap((one) => one.all('MessageFlow', 'Association'));
    return { pools: [...pools, ...alone], flows: flows.flatMap((flow) => this.flow(flow)) };
  }

  private pool(participant: Element): Pool {
    const process = participant.reference('processRef');
    const item = this.add(participant, null, null);
    return { item, scope: process === undefined ? null : this.scope(process, 0) };
  }

  private scope(container: Element, depth: number): Scope {
    const { children } = container;
    const items = this.addItems(children, depth);
    return {
      name: container.get('name'),
      items,
      flows: children.flatMap((element) => [...this.flow(element), ...this.dataFlows(element)]),
      lanes: container.all('LaneSet').flatMap((set) => this.lanes(set, 0)),
    };
  }

  /** Adds events at a border last, because they refer to the item that they are attached to. */
  private addItems(elements: readonly Element[], depth: number): Item[] {
    const shown = elements.filter((element) => this.isItem(element));
    const isAtBorder = (element: Element): boolean => element.reference('attachedToRef') !== undefined;
    const first = shown.filter((element) => !isAtBorder(element));
    return [...first, ...shown.filter(isAtBorder)].map((element) => this.item(element, depth));
  }

  /** Whether an element is drawn: it has a form, or a flow connects it. */
  private isItem(element: Element): boolean {
    if (NO_ITEM.has(element.type)) return false;
    return formOf(element.type) !== 'other' || this.connected.has(element.get('id'));
  }

  private item(element: Element, depth: number): Item {
    const isScope = formOf(element.type) === 'activity' && depth < MAX_DEPTH;
    const hasParts = isScope && element.children.some((child) => this.isItem(child));
    const inside = hasParts ? this.scope(element, depth + 1) : null;
    const host = element.reference('attachedToRef');
    return this.add(element, (host && this.items.get(host)) ?? null, inside);
  }

  private add(element: Element, host: Item | null, inside: Scope | null): Item {
    const item = { ...lookOf(element), host, inside };
    this.items.set(element, item);
    return item;
  }

  private lanes(set: Element | undefined, depth: number): Lane[] {
    if (set === undefined || depth > MAX_DEPTH) return [];
    return set.all('Lane').map((lane) => ({
      item: this.add(lane, null, null),
      members: new Set(lane.references('flowNodeRef').flatMap((one) => this.items.get(one) ?? [])),
      lanes: this.lanes(lane.one('ChildLaneSet'), depth + 1),
    }));
  }

  private flow(element: Element): Flow[] {
    const [from, to] = [element.reference('sourceRef'), element.reference('targetRef')];
    return from === undefined || to === undefined ? [] : this.addFlow(element, from, to);
  }

  /** The data that a step reads and writes, as flows. */
  private dataFlows(step: Element): Flow[] {
    const reads = step
      .all('DataInputAssociation')
      .flatMap((element) =>
        element.references('sourceRef').flatMap((source) => this.addFlow(element, source, step)),
      );
    const writes = step.all('DataOutputAssociation').flatMap((element) => {
      const target = element.reference('targetRef');
      return target === undefined ? [] : this.addFlow(element, step, target);
    });
    return [...reads, ...writes];
  }

  private addFlow(element: Element, source: Element, target: Element): Flow[] {
    const [from, to] = [this.items.get(source), this.items.get(target)];
    if (from === undefined || to === undefined) return [];
    const { type } = element;
    const flow: Flow = {
      kind: type === 'SequenceFlow' ? 'sequence' : type === 'MessageFlow' ? 'message' : 'association',
      name: element.get('name'),
      from,
      to,
      isDefault: source.reference('default') === element,
      isConditional: element.one('ConditionExpression') !== undefined && from.form === 'activity',
      hasArrow: type !== 'Association' || element.get('associationDirection') === 'One',
    };
    this.flows.set(element, flow);
    return [flow];
  }
}
