import type { JSX } from 'react';
import type { Point } from './geometry.ts';
import { LINE_HEIGHT } from './words.ts';

interface Props {
  readonly lines: readonly string[];
  readonly centre: Point;
  /** It is not on what it names, so that it keeps clear of lines. */
  readonly isOutside?: boolean;
}

/** A name in lines around a point, each of them a text with a direction of its own. */
export function NameLines({ lines, centre: { x, y }, isOutside = false }: Props): JSX.Element {
  const first = y - ((lines.length - 1) * LINE_HEIGHT) / 2;
  return (
    <>
      {lines.map((line, index) => (
        <text key={index} className={isOutside ? 'outside' : undefined} x={x} y={first + index * LINE_HEIGHT}>
          {line}
        </text>
      ))}
    </>
  );
}
