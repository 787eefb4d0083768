import { type Connection, type Diagram, type Shape, diagramOf } from './diagram.ts';
import type { Element } from './elements.ts';
import { type Box, type Point, centreOf } from './geometry.ts';
import { besideLine, labelAt, labelOf } from './labels.ts';
import { type Item, isStep } from './model.ts';
import type { Reading } from './reading.ts';

/** Coordinates beyond this are an error, or an attack. */
const FURTHEST = 50_000;
const MAX_POINTS = 200;

/** The diagram as the document lays it out; null if the document contains no layout. */
export function placedDiagram(definitions: Element, reading: Reading): Diagram | null {
  const planes = definitions.all('BPMNDiagram').flatMap((diagram) => diagram.all('BPMNPlane'));
  for (const plane of planes) {
    const shapes = plane.all('BPMNShape').flatMap((element) => shapeOf(element, reading));
    if (!shapes.some(({ item }) => isStep(item) || item.form === 'pool')) continue;
    const hidden = new Set(shapes.flatMap(hiddenIn));
    const connections = plane.all('BPMNEdge').flatMap((element) => connectionOf(element, reading));
    return diagramOf(
      fromBehind(shapes.filter(({ item }) => !hidden.has(item))),
      connections.filter(({ flow }) => !hidden.has(flow.from) && !hidden.has(flow.to)),
    );
  }
  return null;
}

/** The items that a collapsed subprocess hides, even if the document places them. */
function hiddenIn({ item, isExpanded }: Pick<Shape, 'item' | 'isExpanded'>): Item[] {
  if (isExpanded || item.inside === null) return [];
  return item.inside.items.flatMap((one) => [one, ...hiddenIn({ item: one, isExpanded: false })]);
}

function shapeOf(element: Element, { items }: Reading): Shape[] {
  const subject = element.reference('bpmnElement');
  const item = subject && items.get(subject);
  const box = boxOf(element.one('Bounds'));
  if (item === undefined || box === null) return [];
  const said = boxOf(element.one('BPMNLabel')?.one('Bounds'));
  return [
    {
      item,
      box,
      label: said === null ? labelOf(item, box, []) : labelAt(item, said),
      isExpanded: isExpanded(item, element),
      isUpright: element.get('isHorizontal') === 'false',
    },
  ];
}

function isExpanded({ form }: Item, element: Element): boolean {
  if (form === 'pool') return element.reference('bpmnElement')?.reference('processRef') !== undefined;
  return form === 'lane' || element.is('isExpanded');
}

function connectionOf(element: Element, { flows }: Reading): Connection[] {
  const subject = element.reference('bpmnElement');
  const flow = subject && flows.get(subject);
  const points = element.all('Waypoint').slice(0, MAX_POINTS).map(pointOf);
  if (flow === undefined || points.length < 2 || points.includes(null)) return [];
  const line = points.filter((point) => point !== null);
  const label = boxOf(element.one('BPMNLabel')?.one('Bounds'));
  return [{ flow, points: line, label: label === null ? besideLine(line, flow.name) : centreOf(label) }];
}

/** Sorts large shapes first, so that a shape inside another is drawn in front of it. */
function fromBehind(shapes: readonly Shape[]): Shape[] {
  return shapes.toSorted((one, other) => other.box.width * other.box.height - one.box.width * one.box.height);
}

function pointOf(element: Element): Point | null {
  const [x, y] = [element.number('x'), element.number('y')];
  return isNear(x) && isNear(y) ? { x, y } : null;
}

function boxOf(element: Element | undefined): Box | null {
  const point = element && pointOf(element);
  if (!element || !point) return null;
  const [width, height] = [element.number('width'), element.number('height')];
  if (!isNear(width) || !isNear(height)) return null;
  return { ...point, width: Math.max(width, 1), height: Math.max(height, 1) };
}

function isNear(number: number): boolean {
  return Math.abs(number) <= FURTHEST;
}
