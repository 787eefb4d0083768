import { nameOf } from '../ui/name-of.ts';

const CONTROL = 'a, button, input, select, textarea, label';

/** A control that was clicked, by the name that it had then: one that is called something else does something else. */
interface Clicked {
  readonly control: Element;
  readonly name: string;
}

/**
 * Lets the second click of a double click do nothing where the first one has brought something else to its place: who presses twice means
 * one thing. How close together the two are is what the system of the person takes for a double click.
 */
export function keepDoubleClicksToOneThing(): void {
  let first: Clicked | null = null;
  document.addEventListener(
    'click',
    (event) => {
      // Keys, and code, click without counting.
      if (event.detail === 0) return;
      const clicked = clickedAt(event.target);
      const isOther = clicked?.control !== first?.control || clicked?.name !== first?.name;
      if (event.detail === 2 && clicked && first && isOther) {
        event.preventDefault();
        // Not immediately: what listens here, too, has to see that there was a click, or makes one.
        event.stopPropagation();
      } else first = clicked;
    },
    { capture: true },
  );
}

function clickedAt(target: EventTarget | null): Clicked | null {
  const control = target instanceof Element ? target.closest(CONTROL) : null;
  return control && { control, name: nameOf(control) };
}
