/** Those of each project, in the order of the projects' ids: so whoever locks rows of several projects locks them in one order. */
export function byProject<T>(all: readonly T[], projectOf: (one: T) => string): (readonly [string, T[]])[] {
  const projects = Map.groupBy(all, projectOf);
  return [...projects].sort(([one], [other]) => (one < other ? -1 : 1));
}
