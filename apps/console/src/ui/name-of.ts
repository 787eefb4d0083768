/** What a control is called. */
export function nameOf(control: Element): string {
  return control.ariaLabel ?? control.textContent;
}
