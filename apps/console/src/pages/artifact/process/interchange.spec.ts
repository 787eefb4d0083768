import { describe, expect, it } from '@jest/globals';
import type { Diagram } from './diagram.ts';
import { definitionsOf } from './elements.ts';
import { placedDiagram } from './interchange.ts';
import { aTask, document, flow } from './process.builder.ts';
import { readingOf } from './reading.ts';

/** The diagram of two steps, a subprocess and a flow, with the given layout. */
function placed(...places: readonly string[]): Diagram | null {
  const process = `<process id="p">${aTask('a')}<endEvent id="e" name="End"/>${flow('a>e', 'then')}
    <subProcess id="sub">${aTask('inside')}${aTask('beside')}${flow('inside>beside')}</subProcess></process>`;
  const plane = `<bpmndi:BPMNDiagram><bpmndi:BPMNPlane bpmnElement="p">${places.join('')}</bpmndi:BPMNPlane></bpmndi:BPMNDiagram>`;
  const root = definitionsOf(document(process, plane));
  return placedDiagram(root, readingOf(root));
}

function shape(id: string, bounds: string, rest = '', attributes = ''): string {
  const [x, y, width, height] = bounds.split(' ');
  return `<bpmndi:BPMNShape bpmnElement="${id}" ${attributes}><dc:Bounds x="${x}" y="${y}" width="${width}" height="${height}"/>${rest}</bpmndi:BPMNShape>`;
}

function edge(id: string, ...points: readonly string[]): string {
  const waypoints = points
    .map((point) => point.split(' '))
    .map(([x, y]) => `<di:waypoint x="${x}" y="${y}"/>`);
  return `<bpmndi:BPMNEdge bpmnElement="${id}">${waypoints.join('')}</bpmndi:BPMNEdge>`;
}

describe('a document that places its elements', () => {
  it('is drawn as it says', () => {
    const diagram = placed(
      shape('a', '100 50 100 80'),
      shape(
        'e',
        '300 72 36 36',
        '<bpmndi:BPMNLabel><dc:Bounds x="310" y="200" width="16" height="14"/></bpmndi:BPMNLabel>',
      ),
      edge('a-e', '200 90', '250 90', '300 90'),
    );
    expect(diagram?.shapes).toMatchObject([
      { item: { name: 'a' }, box: { x: 100, y: 50, width: 100, height: 80 }, label: null },
      { item: { name: 'End' }, label: { y: 200 } },
    ]);
    expect(diagram?.connections).toMatchObject([
      { flow: { name: 'then' }, points: [{ x: 200 }, { x: 250 }, { x: 300 }] },
    ]);
    expect(diagram?.bounds).toMatchObject({ x: 88, y: 38 });
  });

  it('hides what a collapsed subprocess consists of, and shows it in an expanded one', () => {
    const places = (attributes: string): string[] => [
      shape('inside', '20 20 100 80'),
      edge('inside-beside', '20 20', '60 60'),
      shape('sub', '0 0 200 200', '', attributes),
    ];
    expect(placed(...places('isExpanded="false"'))?.shapes).toHaveLength(1);
    expect(placed(...places('isExpanded="false"'))?.connections).toEqual([]);
    const expanded = placed(...places('isExpanded="true"'));
    expect(expanded?.shapes.map(({ item }) => item.name)).toEqual(['', 'inside']);
    expect(expanded?.connections).toHaveLength(1);
  });

  it('has upright shapes where it says so', () => {
    const isUpright = (attributes: string) =>
      placed(shape('a', '0 0 100 80', '', attributes))?.shapes[0]?.isUpright;
    expect(['', 'isHorizontal="true"', 'isHorizontal="false"'].map(isUpright)).toEqual([false, false, true]);
  });

  it('has lines of 200 points at most', () => {
    const points = Array.from({ length: 201 }, (_point, n) => `${n} 0`);
    const diagram = placed(shape('a', '0 0 100 80'), edge('a-e', ...points));
    expect(diagram?.connections[0]?.points).toHaveLength(200);
  });

  it.each([
    ['nothing', ''],
    ['no steps', edge('a-e', '1 1', '2 2')],
    ['numbers that are none', shape('a', 'NaN 1 1 1')],
    ['places without end', shape('a', '1e308 0 100 80')],
    ['elements that there are not', shape('nowhere', '0 0 100 80')],
  ])('with %s is no diagram', (_name, places) => {
    expect(placed(places)).toBeNull();
  });

  it('leaves out lines without end, and never has a box without a size', () => {
    const diagram = placed(shape('a', '0 0 -5 0'), edge('a-e', '0 0', 'Infinity 0'), edge('a-e', '1 1'));
    expect(diagram?.shapes[0]?.box).toMatchObject({ width: 1, height: 1 });
    expect(diagram?.connections).toEqual([]);
  });
});
