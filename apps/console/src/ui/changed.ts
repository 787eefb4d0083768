/**
 * The fields of a form that differ from their initial values: somebody else may have changed the others
 * meanwhile.
 */
export function changedIn<T extends object>(begun: T, now: T): Partial<T> {
  const changed: Partial<T> = {};
  for (const name in now)
    if (JSON.stringify(now[name]) !== JSON.stringify(begun[name])) changed[name] = now[name];
  return changed;
}
