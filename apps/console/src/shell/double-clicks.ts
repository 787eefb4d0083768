import { nameOf } from '../ui/name-of.ts';

const CONTROL = 'a, button, input, select, textarea, label';

/** A clicked control with its name at that time: a control with another name does something else. */
interface Clicked {
  readonly control: Element;
  readonly name: string;
}

/**
 * Ignores the second click of a double click if the first has put another control in its place: the user meant one action. The operating
 * system decides how close together the clicks of a double click are.
 */
export function keepDoubleClicksToOneThing(): void {
  let first: Clicked | null = null;
  document.addEventListener(
    'click',
    (event) => {
      // Clicks by keys and by code have no count.
      if (event.detail === 0) return;
      const clicked = clickedAt(event.target);
      const isOther = clicked?.control !== first?.control || clicked?.name !== first?.name;
      if (event.detail === 2 && clicked && first && isOther) {
        event.preventDefault();
        // Not `stopImmediatePropagation`: other listeners here have to see that there was a click, or they trigger one.
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
