/** Groups by project, in the order of the projects' ids, so that rows of several projects are always locked in the same order. */
export function byProject<T>(all: readonly T[], projectOf: (one: T) => string): (readonly [string, T[]])[] {
  const projects = Map.groupBy(all, projectOf);
  return [...projects].sort(([one], [other]) => (one < other ? -1 : 1));
}
