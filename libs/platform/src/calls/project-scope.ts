import { AsyncLocalStorage } from 'node:async_hooks';

/** The project whose rows the running code may touch: one, none (empty), or every project. */
export type ProjectScope = string;

/** The scope of code that runs in no project, or outside of any scope. */
export const NO_PROJECT = '';
/** Never a setting of the database: in this scope, a statement runs as the owner of the tables. */
export const EVERY_PROJECT = '*';

const scopes = new AsyncLocalStorage<ProjectScope>();

/**
 * Runs work on the rows of one project: the database shows and accepts no others. With null, on rows of no
 * project.
 * @throws Error for `*`, which only `acrossProjects` may mean.
 */
export function inProject<T>(projectId: string | null, work: () => T): T {
  if (projectId === EVERY_PROJECT) throw new Error('A project has an id.');
  return scopes.run(projectId ?? NO_PROJECT, work);
}

/** Runs work on the rows of every project. Each use gives its reason, and is listed in docs/security.md. */
export function acrossProjects<T>(work: () => T): T {
  return scopes.run(EVERY_PROJECT, work);
}

/** The scope of the running code. */
export function currentScope(): ProjectScope {
  return scopes.getStore() ?? NO_PROJECT;
}

/** The project that a message names; null if it names none. */
export function projectNamedIn(message: unknown): string | null {
  if (typeof message !== 'object' || message === null) return null;
  const { project_id } = message as { readonly project_id?: unknown };
  return typeof project_id === 'string' ? project_id : null;
}
