/**
 * Makes one object for the same arguments, such as the statement of a list with these filters, and keeps it forever: use it only for
 * few combinations of arguments. Arguments with the same JSON are the same.
 */
export function madeOnce<Arguments extends readonly unknown[], Made extends object>(
  make: (...given: Arguments) => Made,
): (...given: Arguments) => Made {
  const known = new Map<string, Made>();
  return (...given) => {
    const key = JSON.stringify(given);
    const made = known.get(key) ?? make(...given);
    known.set(key, made);
    return made;
  };
}
