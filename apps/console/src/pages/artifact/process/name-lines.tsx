import type { JSX } from 'react';
import type { Point } from './geometry.ts';
import { LINE_HEIGHT } from './words.ts';

interface Props {
  readonly lines: readonly string[];
  readonly centre: Point;
  /** Whether the name is outside its item, and so has to stand out from lines. */
  readonly isOutside?: boolean;
}

/** A name as lines around a point; each line is a text with its own direction. */
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
