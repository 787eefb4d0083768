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

/** How long a toast is shown. Milliseconds. */
const SHOWN_MS = 6_000;
/**
 * How long a toast with an action is shown: by keyboard, it is the last element to be reached. Milliseconds.
 */
const OFFERED_MS = 120_000;

let shown: readonly Toast[] = [];
let last = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

interface ToastOptions {
  readonly isBad?: boolean;
  readonly undo?: () => void;
  /** Aborted when the action can no longer be undone. */
  readonly signal?: AbortSignal;
}

/** Shows a toast for a moment. */
export function showToast(text: string, { isBad = false, undo, signal }: ToastOptions = {}): void {
  last += 1;
  const id = last;
  set([...shown.slice(-2), { id, text, isBad, undo }]);
  forgetLater(id, undo ? OFFERED_MS : SHOWN_MS);
  signal?.addEventListener('abort', () => forget(id));
}

/** A toast under the pointer, or with the focus, stays. */
function forgetLater(id: number, ms = SHOWN_MS): void {
  setTimeout(() => {
    if (document.querySelector('.toasts:is(:hover, :focus-within)')) forgetLater(id);
    else forget(id);
  }, ms);
}

function forget(id: number): void {
  set(shown.filter((toast) => toast.id !== id));
}

/** Removes the toasts with an action: from now on, somebody else may be signed in. */
export function offerNoMore(): void {
  set(shown.filter(({ undo }) => undo === undefined));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Elements that users press next: toasts do not cover them. */
const KEPT_FREE = '.message-box, .modal';

/** The style property for the room at the end of a page. */
const ROOM = '--toast-room';

/**
 * Places the toasts above the elements that users press next, and leaves room to scroll the rest of the page
 * above them.
 */
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
    // Pages scroll and grow, and dialogs open, so the place is computed in each frame while a toast is shown.
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
