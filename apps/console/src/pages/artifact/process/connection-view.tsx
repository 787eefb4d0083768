import type { JSX } from 'react';
import type { Connection } from './diagram.ts';
import { arrowOf, lozengeOf, pathOf, slashOf } from './geometry.ts';
import { LABEL } from './labels.ts';
import { NameLines } from './name-lines.tsx';
import { wrapped } from './words.ts';

/** A line from one item to another, with its arrowhead and the mark at its start. */
export function ConnectionView({
  connection: { flow, points },
}: {
  readonly connection: Connection;
}): JSX.Element {
  const [start] = points;
  return (
    <g className={`bpmn-${flow.kind}`}>
      <path className="bpmn-line" d={pathOf(points)} />
      {flow.hasArrow && <path className="bpmn-head" d={arrowOf(points)} />}
      {flow.isDefault && <path className="bpmn-line" d={slashOf(points)} />}
      {flow.isConditional && <path className="bpmn-lozenge" d={lozengeOf(points)} />}
      {flow.kind === 'message' && start && (
        <circle className="bpmn-lozenge" cx={start.x} cy={start.y} r={4} />
      )}
    </g>
  );
}

export function ConnectionName({
  connection: { flow, label },
}: {
  readonly connection: Connection;
}): JSX.Element | null {
  if (flow.name === '') return null;
  return <NameLines lines={wrapped(flow.name, LABEL.width, LABEL.lines)} centre={label} isOutside />;
}
