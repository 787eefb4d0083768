/** Focuses the first field whose value cannot be read, such as half a time. Returns whether there is one. */
export function isHalfTyped(form: HTMLFormElement | null): boolean {
  const inputs = [...(form?.elements ?? [])].filter((element) => element instanceof HTMLInputElement);
  return inputs.find(({ validity }) => validity.badInput)?.reportValidity() === false;
}
