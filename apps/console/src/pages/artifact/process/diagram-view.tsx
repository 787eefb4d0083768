import { type JSX, memo } from 'react';
import { texts } from '../../../texts.ts';
import { Button } from '../../../ui/button.tsx';
import { ConnectionName, ConnectionView } from './connection-view.tsx';
import { type Diagram, isBehind } from './diagram.ts';
import { ShapeName, ShapeView } from './shape-view.tsx';
import { useZoom } from './use-zoom.ts';

interface Props {
  readonly diagram: Diagram;
  readonly label: string;
}

/** A diagram in a frame in which it can be scrolled and zoomed. */
export function DiagramView({ diagram, label }: Props): JSX.Element {
  const { x, y, width, height } = diagram.bounds;
  const { frame, scale, zoomIn, zoomOut, fit, onKeyDown, onPointerDown } = useZoom(diagram.bounds);
  return (
    <figure className="process">
      <div className="process-tools" role="group" aria-label={texts.processes.zoom}>
        <Button size="small" aria-label={texts.processes.zoomOut} onPress={zoomOut}>
          −
        </Button>
        <span className="soft small process-scale" aria-live="polite">
          {Math.round(scale * 100)} %
        </span>
        <Button size="small" aria-label={texts.processes.zoomIn} onPress={zoomIn}>
          +
        </Button>
        <Button size="small" onPress={fit}>
          {texts.processes.fit}
        </Button>
      </div>
      <div
        ref={frame}
        className="process-frame"
        role="group"
        tabIndex={0}
        aria-label={texts.processes.frame}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
      >
        <svg
          role="img"
          aria-label={label}
          width={width * scale}
          height={height * scale}
          viewBox={`${x} ${y} ${width} ${height}`}
        >
          <Drawing diagram={diagram} />
        </svg>
      </div>
    </figure>
  );
}

/** Memoized: zooming does not redraw the diagram. */
const Drawing = memo(function Drawing({ diagram }: { readonly diagram: Diagram }): JSX.Element {
  const { shapes, connections } = diagram;
  const isInFront = (shape: Diagram['shapes'][number]): boolean => !isBehind(shape);
  return (
    <>
      {shapes.filter(isBehind).map((shape, index) => (
        <ShapeView key={index} shape={shape} />
      ))}
      {connections.map((connection, index) => (
        <ConnectionView key={index} connection={connection} />
      ))}
      {shapes.filter(isInFront).map((shape, index) => (
        <ShapeView key={index} shape={shape} />
      ))}
      {shapes.map((shape, index) => (
        <ShapeName key={index} shape={shape} />
      ))}
      {connections.map((connection, index) => (
        <ConnectionName key={index} connection={connection} />
      ))}
    </>
  );
});
