import { AsyncLocalStorage } from 'node:async_hooks';

/** The project whose rows the running code may touch: one, none (empty), or every project. */
export type ProjectScope = string;

/** The scope of what runs in no project, and outside of any. */
export const NO_PROJECT = '';
/** Never a setting of the database: a statement under it runs as the owner of the tables. */
export const EVERY_PROJECT = '*';

const scopes = new AsyncLocalStorage<ProjectScope>();

/**
 * Runs work on the rows of one project: the database shows and accepts no others. Null: on rows of no project.
 * @throws Error for `*`, which only `acrossProjects` may mean.
 */
export function inProject<T>(projectId: string | null, work: () => T): T {
  if (projectId === EVERY_PROJECT) throw new Error('A project has an id.');
  return scopes.run(projectId ?? NO_PROJECT, work);
}

/** Runs work on the rows of every project. Each use says why, and is listed in docs/security.md. */
export function acrossProjects<T>(work: () => T): T {
  return scopes.run(EVERY_PROJECT, work);
}

/** The scope of the running code. */
export function currentScope(): ProjectScope {
  return scopes.getStore() ?? NO_PROJECT;
}

/** The project that a message names; null where it names none. */
export function projectNamedIn(message: unknown): string | null {
  if (typeof message !== 'object' || message === null) return null;
  const { project_id } = message as { readonly project_id?: unknown };
  return typeof project_id === 'string' ? project_id : null;
}
