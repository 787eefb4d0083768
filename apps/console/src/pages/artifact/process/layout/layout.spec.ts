import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Connection, type Diagram, type Shape, isBehind } from '../diagram.ts';
import { definitionsOf } from '../elements.ts';
import { type Box, type Point, centreOf } from '../geometry.ts';
import { aProcess, aTask, document, flow } from '../process.builder.ts';
import { readingOf } from '../reading.ts';
import { laidOut } from './pools.ts';

function diagramOf(xml: string): Diagram {
  return laidOut(readingOf(definitionsOf(xml)).model);
}

function shapeOf({ shapes }: Diagram, name: string): Shape {
  const shape = shapes.find(({ item }) => item.name === name);
  if (shape === undefined) throw new Error(`There is no ${name}.`);
  return shape;
}

function centre(diagram: Diagram, name: string): Point {
  return centreOf(shapeOf(diagram, name).box);
}

function contains(outer: Box, inner: Box): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

/** The names of the shapes that a line crosses, apart from those that it connects. */
function crossedBy({ flow: { from, to }, points }: Connection, { shapes }: Diagram): string[] {
  const boxes = shapes.filter((shape) => !isBehind(shape) && ![from, to, from.host].includes(shape.item));
  return boxes
    .filter(({ box }) =>
      points.slice(1).some((end, index) => {
        const start = points[index] ?? end;
        return (
          Math.max(start.x, end.x) > box.x &&
          Math.min(start.x, end.x) < box.x + box.width &&
          Math.max(start.y, end.y) > box.y &&
          Math.min(start.y, end.y) < box.y + box.height
        );
      }),
    )
    .map(({ item }) => `${item.kind} ${item.name}`);
}

/** Whether boxes are apart, events at borders aside. */
function overlaps({ shapes }: Diagram): string[] {
  const boxes = shapes.filter((shape) => !isBehind(shape) && shape.item.host === null);
  return boxes.flatMap(({ item, box }, index) =>
    boxes
      .slice(index + 1)
      .filter(
        ({ box: other }) =>
          Math.abs(centreOf(box).x - centreOf(other).x) < (box.width + other.width) / 2 &&
          Math.abs(centreOf(box).y - centreOf(other).y) < (box.height + other.height) / 2,
      )
      .map((other) => `${item.name} and ${other.item.name}`),
  );
}

/** Ten steps of three kinds, each in a lane, with an event at the border of one. */
function inLanes(laneOf: readonly number[], ends: readonly (readonly [number, number])[]): string {
  const lanes = [0, 1, 2].map((lane) => {
    const refs = laneOf.flatMap((one, step) => (one === lane ? `<flowNodeRef>s${step}</flowNodeRef>` : []));
    return `<lane>${refs.join('')}</lane>`;
  });
  const steps = laneOf.map((_lane, step) => {
    const kind = ['task', 'exclusiveGateway', 'intermediateThrowEvent'][step % 3];
    return step === 9 ? '<boundaryEvent id="s9" attachedToRef="s0"/>' : `<${kind} id="s${step}"/>`;
  });
  return aProcess(
    `<laneSet>${lanes.join('')}</laneSet>`,
    ...steps,
    ...ends.map(
      ([from, to], index) => `<sequenceFlow id="f${index}" sourceRef="s${from}" targetRef="s${to}"/>`,
    ),
  );
}

const BRANCHES = aProcess(
  '<startEvent id="s" name="s"/><exclusiveGateway id="g" name="g"/><exclusiveGateway id="j" name="j"/>',
  ...['a', 'b', 'c', 'd'].map(aTask),
  '<boundaryEvent id="e" name="e" attachedToRef="a"/>',
  ...['s>g', 'g>a', 'g>b', 'g>j', 'a>j', 'b>c', 'c>j', 'j>d', 'd>g', 'e>d', 'c>c', 'c>b'].map((ends) =>
    flow(ends),
  ),
);

describe('a process without places', () => {
  it('goes from left to right in one row', () => {
    const diagram = diagramOf(aProcess(...['c', 'a', 'b'].map(aTask), flow('a>b'), flow('b>c')));
    const [a, b, c] = ['a', 'b', 'c'].map((name) => centre(diagram, name));
    expect([a?.y, c?.y]).toEqual([b?.y, b?.y]);
    expect([a?.x, b?.x, c?.x]).toEqual(
      [a?.x, b?.x, c?.x].toSorted((one, other) => (one ?? 0) - (other ?? 0)),
    );
    expect(diagram.connections.map(({ points }) => points)).toEqual([
      [
        { x: expect.any(Number), y: a?.y },
        { x: expect.any(Number), y: a?.y },
      ],
      [
        { x: expect.any(Number), y: a?.y },
        { x: expect.any(Number), y: a?.y },
      ],
    ]);
  });

  it('has branches below each other, and nothing on top of anything', () => {
    const diagram = diagramOf(BRANCHES);
    expect(centre(diagram, 'b').y).toBeGreaterThan(centre(diagram, 'a').y);
    expect(centre(diagram, 'b').x).toBe(centre(diagram, 'a').x);
    expect(overlaps(diagram)).toEqual([]);
  });

  it('connects whatever is connected, level and upright, and through nothing else', () => {
    const diagram = diagramOf(BRANCHES);
    expect(diagram.connections).toHaveLength(12);
    for (const connection of diagram.connections) {
      expect(crossedBy(connection, diagram)).toEqual([]);
      connection.points.slice(1).forEach((end, index) => {
        const start = connection.points[index] ?? end;
        expect(start.x === end.x || start.y === end.y).toBe(true);
      });
    }
  });

  it('contains everything within its bounds', () => {
    const { shapes, connections, bounds } = diagramOf(BRANCHES);
    for (const { box, label } of shapes) {
      expect(contains(bounds, box)).toBe(true);
      if (label !== null) expect(contains(bounds, label)).toBe(true);
    }
    for (const { points } of connections)
      for (const point of points) expect(contains(bounds, { ...point, width: 0, height: 0 })).toBe(true);
  });

  it('shows what a subprocess consists of inside it, with the events at its border', () => {
    const diagram = diagramOf(
      aProcess(
        `<subProcess id="sub" name="sub">${aTask('a')}${aTask('b')}${flow('a>b')}</subProcess>`,
        '<boundaryEvent id="e" name="late" attachedToRef="sub"/>',
        aTask('c'),
        flow('sub>c'),
      ),
    );
    const { box, isExpanded } = shapeOf(diagram, 'sub');
    expect(isExpanded).toBe(true);
    for (const name of ['a', 'b']) expect(contains(box, shapeOf(diagram, name).box)).toBe(true);
    expect(centre(diagram, 'late').y).toBe(box.y + box.height);
    expect(overlaps(diagram)).toEqual([]);
  });

  it('takes a sequence of 2,000 steps, and one that leads to 1,000', () => {
    const ids = Array.from({ length: 2_000 }, (_one, index) => `t${index}`);
    const chain = ids.slice(1).map((id, index) => flow(`${ids[index]}>${id}`));
    const { shapes } = diagramOf(aProcess(...ids.map(aTask), ...chain));
    expect(new Set(shapes.map(({ box }) => box.x)).size).toBe(2_000);
    const fan = ids.slice(1, 1_001).map((id) => flow(`t0>${id}`));
    const wide = diagramOf(aProcess(...ids.slice(0, 1_001).map(aTask), ...fan));
    expect(new Set(wide.shapes.map(({ box }) => box.y)).size).toBe(1_000);
  });

  it('keeps lines off its steps, whatever leads where', () => {
    const step = fc.nat({ max: 9 });
    const flows = fc.array(fc.tuple(step, fc.nat({ max: 8 })), { maxLength: 20 });
    const lanes = fc.array(fc.nat({ max: 2 }), { minLength: 10, maxLength: 10 });
    fc.assert(
      fc.property(flows, lanes, (ends, laneOf) => {
        const diagram = diagramOf(inLanes(laneOf, ends));
        expect(overlaps(diagram)).toEqual([]);
        for (const connection of diagram.connections) expect(crossedBy(connection, diagram)).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it('with nothing in it has no shapes', () => {
    expect(diagramOf(aProcess()).shapes).toEqual([]);
  });
});

describe('pools without places', () => {
  const xml = document(
    `<collaboration id="c"><participant id="x" name="Passenger"/><participant id="y" name="Crew" processRef="p"/>
       <messageFlow name="ticket" sourceRef="x" targetRef="a"/><messageFlow sourceRef="b" targetRef="x"/></collaboration>
     <process id="p"><laneSet>
       <lane name="Ramp"><childLaneSet>
         <lane name="Upper"><flowNodeRef>a</flowNodeRef></lane><lane name="Lower"><flowNodeRef>b</flowNodeRef></lane>
       </childLaneSet></lane>
       <lane name="Kiosk"><flowNodeRef>d</flowNodeRef></lane>
     </laneSet>${['a', 'b', 'd'].map(aTask).join('')}${flow('a>b')}${flow('b>d')}${flow('d>a')}</process>`,
  );

  it('are below each other and equally wide, with lanes around their steps', () => {
    const diagram = diagramOf(xml);
    const [passenger, crew] = [shapeOf(diagram, 'Passenger').box, shapeOf(diagram, 'Crew').box];
    expect(crew.y).toBeGreaterThan(passenger.y + passenger.height);
    expect(crew.width).toBe(passenger.width);
    for (const [lane, step] of [
      ['Upper', 'a'],
      ['Lower', 'b'],
      ['Ramp', 'b'],
      ['Kiosk', 'd'],
      ['Crew', 'd'],
    ] as const)
      expect(contains(shapeOf(diagram, lane).box, shapeOf(diagram, step).box)).toBe(true);
    expect(contains(shapeOf(diagram, 'Ramp').box, shapeOf(diagram, 'Upper').box)).toBe(true);
    expect(contains(shapeOf(diagram, 'Upper').box, shapeOf(diagram, 'b').box)).toBe(false);
  });

  it('are connected by messages from edge to edge', () => {
    const diagram = diagramOf(xml);
    const passenger = shapeOf(diagram, 'Passenger').box;
    const [ticket, answer] = diagram.connections.filter(({ flow: { kind } }) => kind === 'message');
    expect(ticket?.points[0]?.y).toBe(passenger.y + passenger.height);
    expect(ticket?.points.at(-1)?.y).toBe(shapeOf(diagram, 'a').box.y);
    expect(answer?.points[0]?.y).toBe(shapeOf(diagram, 'b').box.y);
    expect(answer?.points.at(-1)?.y).toBe(passenger.y + passenger.height);
  });
});
