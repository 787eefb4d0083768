import { type Element, elementIn, elementsIn, textIn, typeOf } from './elements.ts';
import { lookOf } from './kinds.ts';
import type { Flow, Item, Lane, Model, Pool, Scope } from './model.ts';

/** Subprocesses within subprocesses; what is deeper is shown as collapsed. */
const MAX_DEPTH = 20;

/** Elements of a process that are no boxes: what flows, and data that only references show. */
const NO_ITEM: ReadonlySet<string> = new Set(['SequenceFlow', 'Association', 'DataObject']);

/** What consists of steps without being one. */
const CONTAINERS: ReadonlySet<string> = new Set(['Process', 'Choreography']);

/** A document as what there is to draw, and which element is which item or flow. */
export interface Reading {
  readonly model: Model;
  readonly items: ReadonlyMap<Element, Item>;
  readonly flows: ReadonlyMap<Element, Flow>;
}

export function readingOf(definitions: Element): Reading {
  const reader = new Reader();
  const model = reader.model(definitions);
  return { model, items: reader.items, flows: reader.flows };
}

class Reader {
  readonly items = new Map<Element, Item>();
  readonly flows = new Map<Element, Flow>();

  model(definitions: Element): Model {
    const roots = elementsIn(definitions, 'rootElements');
    const collaborations = roots.filter((root) => elementsIn(root, 'participants').length > 0);
    const participants = collaborations.flatMap((root) => elementsIn(root, 'participants'));
    const pools = participants.map((participant) => this.pool(participant));
    const shown = new Set(participants.map((participant) => elementIn(participant, 'processRef')));
    const others = roots.filter((root) => CONTAINERS.has(typeOf(root)) && !shown.has(root));
    const model = [...pools, ...others.map((root): Pool => ({ item: null, scope: this.scope(root, 0) }))];
    collaborations.forEach((root) => this.addItems(elementsIn(root, 'artifacts'), 0));
    return { pools: model, flows: collaborations.flatMap((root) => this.flowsBetween(root)) };
  }

  private flowsBetween(collaboration: Element): Flow[] {
    return [...elementsIn(collaboration, 'messageFlows'), ...elementsIn(collaboration, 'artifacts')].flatMap(
      (element) => this.flow(element),
    );
  }

  private pool(participant: Element): Pool {
    const process = elementIn(participant, 'processRef');
    const item = this.add(participant, null, null);
    return { item, scope: process === undefined ? null : this.scope(process, 0) };
  }

  private scope(container: Element, depth: number): Scope {
    const elements = [...elementsIn(container, 'flowElements'), ...elementsIn(container, 'artifacts')];
    const items = this.addItems(elements, depth);
    return {
      name: textIn(container, 'name'),
      items,
      flows: elements.flatMap((element) => [...this.flow(element), ...this.dataFlows(element)]),
      lanes: elementsIn(container, 'laneSets').flatMap((set) => this.lanes(set, 0)),
    };
  }

  /** Events at a border come last, because they need what they are at. */
  private addItems(elements: readonly Element[], depth: number): Item[] {
    const shown = elements.filter((element) => !NO_ITEM.has(typeOf(element)));
    const isAtBorder = (element: Element): boolean => elementIn(element, 'attachedToRef') !== undefined;
    const first = shown.filter((element) => !isAtBorder(element));
    return [...first, ...shown.filter(isAtBorder)].map((element) => this.item(element, depth));
  }

  private item(element: Element, depth: number): Item {
    const hasParts = elementsIn(element, 'flowElements').length > 0 && depth < MAX_DEPTH;
    const inside = hasParts ? this.scope(element, depth + 1) : null;
    const host = elementIn(element, 'attachedToRef');
    return this.add(element, (host && this.items.get(host)) ?? null, inside);
  }

  private add(element: Element, host: Item | null, inside: Scope | null): Item {
    const item = { ...lookOf(element), host, inside };
    this.items.set(element, item);
    return item;
  }

  private lanes(set: Element | undefined, depth: number): Lane[] {
    if (depth > MAX_DEPTH) return [];
    return elementsIn(set, 'lanes').map((lane) => ({
      item: this.add(lane, null, null),
      members: new Set(elementsIn(lane, 'flowNodeRef').flatMap((one) => this.items.get(one) ?? [])),
      lanes: this.lanes(elementIn(lane, 'childLaneSet'), depth + 1),
    }));
  }

  private flow(element: Element): Flow[] {
    const [from, to] = [elementIn(element, 'sourceRef'), elementIn(element, 'targetRef')];
    return from === undefined || to === undefined ? [] : this.addFlow(element, from, to);
  }

  /** What a step reads and writes. */
  private dataFlows(step: Element): Flow[] {
    const reads = elementsIn(step, 'dataInputAssociations').flatMap((element) =>
      elementsIn(element, 'sourceRef').flatMap((source) => this.addFlow(element, source, step)),
    );
    const writes = elementsIn(step, 'dataOutputAssociations').flatMap((element) => {
      const target = elementIn(element, 'targetRef');
      return target === undefined ? [] : this.addFlow(element, step, target);
    });
    return [...reads, ...writes];
  }

  private addFlow(element: Element, source: Element, target: Element): Flow[] {
    const [from, to] = [this.items.get(source), this.items.get(target)];
    if (from === undefined || to === undefined) return [];
    const type = typeOf(element);
    const flow: Flow = {
      kind: type === 'SequenceFlow' ? 'sequence' : type === 'MessageFlow' ? 'message' : 'association',
      name: textIn(element, 'name'),
      from,
      to,
      isDefault: elementIn(source, 'default') === element,
      isConditional: elementIn(element, 'conditionExpression') !== undefined && from.form === 'activity',
      hasArrow: type !== 'Association' || element['associationDirection'] === 'One',
    };
    this.flows.set(element, flow);
    return [flow];
  }
}
