import { Invalid } from '@pks/platform/process';

/** Where a list of resources continues: in the caller's list of projects, and in the artifacts of that project. */
export interface ResourceCursor {
  readonly project: number;
  readonly artifact: number;
}

const FORM = /^(\d{1,9})\.(\d{1,9})$/;

/** A cursor as text, opaque to clients (MCP, Pagination). */
export function cursorText({ project, artifact }: ResourceCursor): string {
  return Buffer.from(`${project}.${artifact}`).toString('base64url');
}

/** @throws Invalid for a text that is not one of our cursors. */
export function cursorIn(text: string | undefined): ResourceCursor {
  if (text === undefined) return { project: 0, artifact: 0 };
  const [, project, artifact] = FORM.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  if (project === undefined) throw noCursor();
  return { project: Number(project), artifact: Number(artifact) };
}

/** The refusal of a cursor that no list has returned. */
export function noCursor(): Invalid {
  return Invalid.field('cursor', 'Must be a `nextCursor` of an earlier answer.');
}
