import type { JSX } from 'react';
import type { Shape } from './diagram.ts';
import { type Box, boxAt, centreOf } from './geometry.ts';
import { LABEL } from './labels.ts';
import { MARKS, type Mark } from './marks.ts';
import { LINE_HEIGHT, wrapped } from './words.ts';
import { HEADER } from './layout/sizes.ts';
import { NameLines } from './name-lines.tsx';

/** The shape of an item, without its name. A tooltip shows the full name. */
export function ShapeView({ shape }: { readonly shape: Shape }): JSX.Element {
  const { kind, name } = shape.item;
  return (
    <g className={`bpmn-${shape.item.form}`} data-line={shape.item.line} data-kind={kind}>
      <title>{name === '' ? kind : `${kind}: ${name}`}</title>
      <Outline shape={shape} />
      <Marks shape={shape} />
    </g>
  );
}

function Outline({ shape }: { readonly shape: Shape }): JSX.Element {
  const { item, box } = shape;
  const { x, y, width, height } = box;
  const { x: cx, y: cy } = centreOf(box);
  const isDouble = item.line.startsWith('double');
  switch (item.form) {
    case 'event':
      return (
        <>
          <ellipse cx={cx} cy={cy} rx={width / 2} ry={height / 2} />
          {isDouble && <ellipse cx={cx} cy={cy} rx={width / 2 - 3} ry={height / 2 - 3} />}
        </>
      );
    case 'gateway':
      return <path d={`M${cx} ${y}L${x + width} ${cy}L${cx} ${y + height}L${x} ${cy}Z`} />;
    case 'pool':
    case 'lane':
      return <Frame shape={shape} />;
    case 'data':
      return (
        <path d={`M${x} ${y}h${width - 10}l10 10v${height - 10}h${-width}zM${x + width - 10} ${y}v10h10`} />
      );
    case 'store':
      return <path d={drumOf(box)} />;
    case 'annotation':
      return (
        <>
          <rect x={x} y={y} width={width} height={height} />
          <path d={`M${x + 10} ${y}h-10v${height}h10`} />
        </>
      );
    case 'activity':
    case 'group':
    case 'other':
      return (
        <>
          <rect x={x} y={y} width={width} height={height} rx={10} />
          {isDouble && (
            <rect
              x={x + 3}
              y={y + 3}
              width={Math.max(width - 6, 0)}
              height={Math.max(height - 6, 0)}
              rx={8}
            />
          )}
        </>
      );
  }
}

function Frame({ shape: { item, box, isUpright, isExpanded } }: { readonly shape: Shape }): JSX.Element {
  const { x, y, width, height } = box;
  const line = isUpright ? `M${x} ${y + HEADER}h${width}` : `M${x + HEADER} ${y}v${height}`;
  return (
    <>
      <rect x={x} y={y} width={width} height={height} />
      {item.form === 'pool' && isExpanded && <path d={line} />}
    </>
  );
}

function drumOf({ x, y, width, height }: Box): string {
  const [rx, ry] = [width / 2, height / 7];
  const top = y + ry;
  const lid = `a${rx} ${ry} 0 0 1 ${width} 0`;
  return `M${x} ${top}${lid}v${height - 2 * ry}a${rx} ${ry} 0 0 1 ${-width} 0zM${x} ${top}a${rx} ${ry} 0 0 0 ${width} 0`;
}

/** The icon of the item's kind, and the markers at its lower edge. */
function Marks({ shape: { item, box, isExpanded } }: { readonly shape: Shape }): JSX.Element {
  const centre = centreOf(box);
  const isActivity = item.form === 'activity';
  const markers: readonly Mark[] =
    item.isSubprocess && !isExpanded ? [...item.markers, 'collapsed'] : item.markers;
  const at = isActivity ? { x: box.x + 15, y: box.y + 15 } : centre;
  const isSmall = Math.min(box.width, box.height) < 30;
  return (
    <>
      {item.mark !== null && (
        <MarkView mark={item.mark} x={at.x} y={at.y} isFilled={item.isFilled} scale={isSmall ? 0.6 : 1} />
      )}
      {markers.map((mark, index) => (
        <MarkView
          key={index}
          mark={mark}
          x={centre.x + (index - (markers.length - 1) / 2) * 20}
          y={box.y + box.height - 11}
          isFilled={false}
          scale={1}
        />
      ))}
    </>
  );
}

interface MarkProps {
  readonly mark: Mark;
  readonly x: number;
  readonly y: number;
  readonly isFilled: boolean;
  readonly scale: number;
}

function MarkView({ mark, x, y, isFilled, scale }: MarkProps): JSX.Element {
  return (
    <path
      className={isFilled ? 'bpmn-mark filled' : 'bpmn-mark'}
      d={MARKS[mark]}
      transform={`translate(${x} ${y}) scale(${scale})`}
    />
  );
}

/** The name of an item: inside it, or at its label. */
export function ShapeName({ shape }: { readonly shape: Shape }): JSX.Element | null {
  const { item, box, label, isExpanded, isUpright } = shape;
  const text = item.name || (item.form === 'other' ? item.kind : '');
  if (text === '') return null;
  if (label !== null)
    return <NameLines lines={wrapped(text, LABEL.width, LABEL.lines)} centre={centreOf(label)} isOutside />;
  const isFrame = item.form === 'pool' || item.form === 'lane';
  if (isFrame && isExpanded && !isUpright) return <Sideways text={text} box={box} />;
  if (isUpright || isExpanded) {
    const centre = { x: centreOf(box).x, y: box.y + 16 };
    return <NameLines lines={wrapped(text, box.width - 16, 1)} centre={centre} />;
  }
  return <InsideName text={text} shape={shape} />;
}

/** In the middle of the item, clear of the marks above and below. */
function InsideName({
  text,
  shape: { item, box },
}: {
  readonly text: string;
  readonly shape: Shape;
}): JSX.Element {
  const above = item.mark === null ? 4 : 22;
  const below = item.markers.length === 0 && !item.isSubprocess ? 4 : 20;
  const most = Math.max(1, Math.floor((box.height - above - below) / LINE_HEIGHT));
  const lines = wrapped(text, Math.max(box.width - 12, 20), most);
  const half = (lines.length * LINE_HEIGHT) / 2;
  const { x, y } = centreOf(box);
  const lowest = box.y + box.height - below - half;
  return <NameLines lines={lines} centre={{ x, y: Math.max(Math.min(y, lowest), box.y + above + half) }} />;
}

/** A name from bottom to top, as in pools. */
function Sideways({ text, box }: { readonly text: string; readonly box: Box }): JSX.Element {
  const header = boxAt({ x: box.x + HEADER / 2, y: centreOf(box).y }, HEADER, box.height);
  const { x, y } = centreOf(header);
  return (
    <g transform={`rotate(-90 ${x} ${y})`}>
      <NameLines lines={wrapped(text, Math.max(box.height - 12, 20), 1)} centre={{ x, y }} />
    </g>
  );
}
