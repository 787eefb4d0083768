import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { shortcutOf } from '../../../ui/shortcut.ts';
import type { Box } from './geometry.ts';
import { STEP, fitting, firstScale, within } from './zoom.ts';

/** The share of the window's height that the frame may take, as in its style. */
const HIGHEST = 0.7;

interface Zoom {
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly scale: number;
  readonly zoomIn: () => void;
  readonly zoomOut: () => void;
  /** Shows the whole diagram. */
  readonly fit: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onPointerDown: (event: PointerEvent) => void;
}

/**
 * Zooms the content of a scrolling frame by buttons, keys, and the wheel with Ctrl; the point in the middle stays
 * there.
 */
export function useZoom(bounds: Box): Zoom {
  const frame = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const [width, setWidth] = useState(0);
  const middle = useRef({ x: 0, y: 0 });
  const scale = chosen ?? firstScale(bounds, width);

  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    setWidth(element.clientWidth);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const zoom = (factor: number): void => {
    const element = frame.current;
    if (element !== null) middle.current = middleOf(element);
    setChosen(within(scale * factor));
  };
  const fit = (): void => {
    const element = frame.current;
    if (element !== null) setChosen(fitting(bounds, element.clientWidth, window.innerHeight * HIGHEST));
  };
  useLayoutEffect(() => {
    const element = frame.current;
    if (element === null || chosen === null) return;
    element.scrollLeft = middle.current.x * element.scrollWidth - element.clientWidth / 2;
    element.scrollTop = middle.current.y * element.scrollHeight - element.clientHeight / 2;
  }, [chosen]);
  useWheel(frame, zoom);

  const keys: Readonly<Record<string, () => void>> = {
    '+': () => zoom(STEP),
    '=': () => zoom(STEP),
    '-': () => zoom(1 / STEP),
    '0': fit,
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    keys[shortcutOf(event)]?.();
  };
  return {
    frame,
    scale,
    zoomIn: () => zoom(STEP),
    zoomOut: () => zoom(1 / STEP),
    fit,
    onKeyDown,
    onPointerDown: drag,
  };
}

/** The middle of the visible part, as shares of the whole. */
function middleOf(element: HTMLElement): { readonly x: number; readonly y: number } {
  return {
    x: (element.scrollLeft + element.clientWidth / 2) / element.scrollWidth,
    y: (element.scrollTop + element.clientHeight / 2) / element.scrollHeight,
  };
}

/**
 * A listener of its own, because React's are passive and could not stop the browser from zooming the page as well.
 */
function useWheel(frame: RefObject<HTMLDivElement | null>, zoom: (factor: number) => void): void {
  useEffect(() => {
    const element = frame.current;
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      zoom(Math.exp(-Math.sign(event.deltaY) * 0.1));
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  });
}

/** Scrolls by dragging with the mouse; fingers scroll anyway. */
function drag(event: PointerEvent): void {
  const element = event.currentTarget;
  if (event.pointerType !== 'mouse' || event.button !== 0 || !(element instanceof HTMLElement)) return;
  const [left, top] = [element.scrollLeft + event.clientX, element.scrollTop + event.clientY];
  const move = ({ clientX, clientY }: globalThis.PointerEvent): void =>
    element.scrollTo({ left: left - clientX, top: top - clientY });
  const end = (): void => element.removeEventListener('pointermove', move);
  element.setPointerCapture(event.pointerId);
  element.addEventListener('pointermove', move);
  element.addEventListener('lostpointercapture', end, { once: true });
}
