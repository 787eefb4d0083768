/** What leads from a step to another. */
export interface Flow {
  readonly name: string;
  readonly to: string;
  readonly toName: string;
}

export interface Step {
  readonly id: string;
  readonly name: string;
  /** In words: `User task`. */
  readonly kind: string;
  readonly next: readonly Flow[];
}

/** One process, with its steps in the order in which they can be reached. */
export interface Lane {
  readonly id: string;
  readonly name: string;
  readonly steps: readonly Step[];
}

/** Elements of a process that are steps, by the ends of their names in BPMN 2.0. */
const STEP = /(?:task|event|gateway|subprocess|callactivity)$/i;

/** The processes of a BPMN document; none where it cannot be read. */
export function readProcess(xml: string): Lane[] {
  const document = new DOMParser().parseFromString(xml, 'application/xml');
  if (document.getElementsByTagName('parsererror').length > 0) return [];
  return [...document.getElementsByTagNameNS('*', 'process')].map((process, index) => ({
    id: process.getAttribute('id') ?? String(index),
    name: process.getAttribute('name') ?? '',
    steps: stepsOf(process),
  }));
}

function stepsOf(process: Element): Step[] {
  const elements = [...process.children].filter(({ localName }) => STEP.test(localName));
  const names = new Map(elements.map((element) => [idOf(element), nameOf(element)]));
  const flows = [...process.children].filter(({ localName }) => localName === 'sequenceFlow');
  const steps = elements.map((element) => ({
    id: idOf(element),
    name: nameOf(element),
    kind: kindOf(element),
    next: flows
      .filter((flow) => flow.getAttribute('sourceRef') === idOf(element))
      .map((flow) => flowOf(flow, names)),
  }));
  return inOrder(steps, new Set(flows.map((flow) => flow.getAttribute('targetRef') ?? '')));
}

function flowOf(flow: Element, names: ReadonlyMap<string, string>): Flow {
  const to = flow.getAttribute('targetRef') ?? '';
  return { name: flow.getAttribute('name') ?? '', to, toName: names.get(to) ?? to };
}

/** From the steps that nothing leads to; what no step leads to comes last. */
function inOrder(steps: readonly Step[], targets: ReadonlySet<string>): Step[] {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const ordered = new Set<Step>();
  const waiting = [...steps.filter(({ id }) => !targets.has(id)), ...steps];
  const visit = (step: Step): void => {
    const pending = [step];
    for (let next = pending.shift(); next; next = pending.shift()) {
      if (ordered.has(next)) continue;
      ordered.add(next);
      pending.push(...next.next.flatMap(({ to }) => byId.get(to) ?? []));
    }
  };
  waiting.forEach(visit);
  return [...ordered];
}

function idOf(element: Element): string {
  return element.getAttribute('id') ?? '';
}

function kindOf({ localName }: Element): string {
  const words = localName.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function nameOf(element: Element): string {
  return element.getAttribute('name') ?? kindOf(element);
}
