import type { Element } from './elements.ts';
import type { Mark } from './marks.ts';
import type { Form, Item } from './model.ts';

/** Forms by the endings of BPMN 2.0 names; the first match wins. */
const FORMS: readonly (readonly [end: RegExp, form: Form])[] = [
  [/Gateway$/, 'gateway'],
  [/Event$/, 'event'],
  [/(Task|SubProcess|CallActivity|Transaction)$/, 'activity'],
  [/^(DataObjectReference|DataInput|DataOutput)$/, 'data'],
  [/^DataStoreReference$/, 'store'],
  [/^TextAnnotation$/, 'annotation'],
  [/^Group$/, 'group'],
  [/^Participant$/, 'pool'],
  [/^Lane$/, 'lane'],
];

const MARKS: ReadonlyMap<string, Mark> = new Map<string, Mark>([
  ['UserTask', 'user'],
  ['ManualTask', 'manual'],
  ['ServiceTask', 'service'],
  ['ScriptTask', 'script'],
  ['BusinessRuleTask', 'rule'],
  ['SendTask', 'message'],
  ['ReceiveTask', 'message'],
  ['ExclusiveGateway', 'cross'],
  ['ParallelGateway', 'plus'],
  ['InclusiveGateway', 'inclusive'],
  ['EventBasedGateway', 'eventBased'],
  ['ComplexGateway', 'complex'],
  ['MessageEventDefinition', 'message'],
  ['TimerEventDefinition', 'timer'],
  ['ErrorEventDefinition', 'error'],
  ['SignalEventDefinition', 'signal'],
  ['EscalationEventDefinition', 'escalation'],
  ['CompensateEventDefinition', 'compensation'],
  ['ConditionalEventDefinition', 'conditional'],
  ['LinkEventDefinition', 'link'],
  ['CancelEventDefinition', 'cross'],
  ['TerminateEventDefinition', 'terminate'],
]);

export function formOf(type: string): Form {
  return FORMS.find(([end]) => end.test(type))?.[1] ?? 'other';
}

/** The look of an element, apart from its place and its content. */
export function lookOf(element: Element): Omit<Item, 'host' | 'inside'> {
  const { type } = element;
  return {
    form: formOf(type),
    kind: inWords(type),
    name: nameOf(element),
    mark: markOf(element, type),
    isFilled: /^(EndEvent|IntermediateThrowEvent|SendTask|ExclusiveGateway|ParallelGateway)$/.test(type),
    line: lineOf(element, type),
    markers: markersOf(element, type),
    isSubprocess: /(SubProcess|Transaction)$/.test(type),
  };
}

function inWords(type: string): string {
  const words = type
    .replace('SubProcess', 'Subprocess')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function nameOf(element: Element): string {
  const said = element.one('Text')?.text ?? element.reference('categoryValueRef')?.get('value') ?? '';
  return element.get('name') || said.trim();
}

function markOf(element: Element, type: string): Mark | null {
  const inside = element.children.filter((child) => child.type.endsWith('EventDefinition'));
  const [event, ...others] = [...inside, ...element.references('eventDefinitionRef')];
  if (event === undefined) return MARKS.get(type) ?? null;
  if (others.length > 0) return element.is('parallelMultiple') ? 'plus' : 'multiple';
  return MARKS.get(event.type) ?? null;
}

function lineOf(element: Element, type: string): Item['line'] {
  switch (type) {
    case 'EndEvent':
    case 'CallActivity':
      return 'thick';
    case 'StartEvent':
      return element.get('isInterrupting') === 'false' ? 'dashed' : 'plain';
    case 'BoundaryEvent':
      return element.get('cancelActivity') === 'false' ? 'double-dashed' : 'double';
    case 'IntermediateCatchEvent':
    case 'IntermediateThrowEvent':
    case 'Transaction':
      return 'double';
    default:
      return element.is('triggeredByEvent') ? 'dotted' : 'plain';
  }
}

function markersOf(element: Element, type: string): Mark[] {
  const loops = element.all('StandardLoopCharacteristics', 'MultiInstanceLoopCharacteristics');
  const undoes: Mark[] = element.is('isForCompensation') ? ['compensation'] : [];
  const adHoc: Mark[] = type === 'AdHocSubProcess' ? ['adHoc'] : [];
  return [...loops.slice(0, 1).map(repetitionOf), ...undoes, ...adHoc];
}

function repetitionOf(loop: Element): Mark {
  if (loop.type === 'StandardLoopCharacteristics') return 'loop';
  return loop.is('isSequential') ? 'sequential' : 'parallel';
}
