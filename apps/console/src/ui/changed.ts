/** The fields of a form that are not as it began: the others may have been changed by somebody else meanwhile. */
export function changedIn<T extends object>(begun: T, now: T): Partial<T> {
  const changed: Partial<T> = {};
  for (const name in now)
    if (JSON.stringify(now[name]) !== JSON.stringify(begun[name])) changed[name] = now[name];
  return changed;
}
