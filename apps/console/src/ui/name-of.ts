/** The accessible name of a control. */
export function nameOf(control: Element): string {
  return control.ariaLabel ?? control.textContent;
}
