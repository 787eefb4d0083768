import { type JSX, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { texts } from '../texts.ts';
import { Sentence } from './sentence.tsx';
import { roomOf, standOf } from './toast-place.ts';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly isBad: boolean;
  readonly undo?: (() => void) | undefined;
}

/** How long one is shown. Milliseconds. */
const SHOWN_MS = 6_000;
/** How long one is shown that offers something: the keyboard comes to it last. Milliseconds. */
const OFFERED_MS = 120_000;

let shown: readonly Toast[] = [];
let last = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

interface Telling {
  readonly isBad?: boolean;
  readonly undo?: () => void;
  /** Aborts when it cannot be undone any more. */
  readonly signal?: AbortSignal;
}

/** Tells what happened, for a moment. */
export function tell(text: string, { isBad = false, undo, signal }: Telling = {}): void {
  last += 1;
  const id = last;
  set([...shown.slice(-2), { id, text, isBad, undo }]);
  forgetLater(id, undo ? OFFERED_MS : SHOWN_MS);
  signal?.addEventListener('abort', () => forget(id));
}

/** What is pointed at, or has the focus, stays. */
function forgetLater(id: number, ms = SHOWN_MS): void {
  setTimeout(() => {
    if (document.querySelector('.toasts:is(:hover, :focus-within)')) forgetLater(id);
    else forget(id);
  }, ms);
}

function forget(id: number): void {
  set(shown.filter((toast) => toast.id !== id));
}

/** Offers nothing any more: somebody else may be here from now on. */
export function offerNoMore(): void {
  set(shown.filter(({ undo }) => undo === undefined));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What people press next: toasts leave it free. */
const KEPT_FREE = '.message-box, .modal';

/** The room that the styles leave free at the end of a page. */
const ROOM = '--told';

/** Moves the toasts above what is pressed next, and lets the rest of the page be scrolled above them. */
function settle(element: HTMLElement): void {
  const { width, height } = element.getBoundingClientRect();
  const free = [...document.querySelectorAll(KEPT_FREE)].map((one) => one.getBoundingClientRect());
  const screen = { width: document.documentElement.clientWidth, height: innerHeight };
  element.style.bottom = `${standOf({ width, height }, screen, free)}px`;
  document.documentElement.style.setProperty(ROOM, `${roomOf(height)}px`);
}

export function Toasts(): JSX.Element {
  const toasts = useSyncExternalStore(subscribe, () => shown);
  const region = useRef<HTMLDivElement>(null);
  const isShowing = toasts.length > 0;
  useLayoutEffect(() => {
    if (!isShowing) return undefined;
    // Pages scroll and grow, dialogs open: it is measured with each frame while something is shown.
    let frame = 0;
    const follow = (): void => {
      if (region.current) settle(region.current);
      frame = requestAnimationFrame(follow);
    };
    follow();
    return () => {
      cancelAnimationFrame(frame);
      document.documentElement.style.removeProperty(ROOM);
    };
  }, [isShowing]);
  return (
    <div ref={region} className="toasts" role="status" aria-live="polite" data-react-aria-top-layer="true">
      {toasts.map(({ id, text, isBad, undo }) => (
        <div key={id} className={isBad ? 'toast bad' : 'toast'}>
          <span className="grow">
            <Sentence>{text}</Sentence>
          </span>
          {undo && (
            <button
              type="button"
              onClick={() => {
                forget(id);
                undo();
              }}
            >
              {texts.undo}
            </button>
          )}
          <button type="button" aria-label={texts.close} onClick={() => forget(id)}>
            ✕
          </button>
        </div>
      ))}
    </div>
  );
}
