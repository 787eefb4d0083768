import { SOURCE_KINDS, type SourceKind } from '@pks/contracts';
import type { GenerationToFill } from '../search-index/index-jobs.ts';
import type { SourceOfProject } from './lacking-sources.repository.ts';

const NIL = '00000000-0000-0000-0000-000000000000';

/** The place before all sources. */
const FIRST_PLACE: SourceOfProject = { project_id: NIL, source_id: NIL };

/** The first job of a pass that fills a generation. If a pass fails for a long time, another one may begin. */
export function fillingOf(generation: number, pass: number): GenerationToFill {
  return from({ generation, pass }, SOURCE_KINDS[0], FIRST_PLACE);
}

/** The key of a job: if a job is repeated, it adds its successor under the same key. */
export function keyOf({ generation, pass, kind, after_project, after_source }: GenerationToFill): string {
  return [generation, pass, kind, after_project, after_source].join(' ');
}

/** The job for the next place: after all sources of a kind comes the next kind. Undefined at the end. */
export function nextOf(
  filling: GenerationToFill,
  last: SourceOfProject | undefined,
): GenerationToFill | undefined {
  if (last) return from(filling, filling.kind, last);
  const nextKind = SOURCE_KINDS[SOURCE_KINDS.indexOf(filling.kind) + 1];
  return nextKind && from(filling, nextKind, FIRST_PLACE);
}

function from(
  { generation, pass }: Pick<GenerationToFill, 'generation' | 'pass'>,
  kind: SourceKind,
  { project_id, source_id }: SourceOfProject,
): GenerationToFill {
  return { generation, pass, kind, after_project: project_id, after_source: source_id };
}
