import { textIn } from '../ui/parameter.ts';

/** The query and the options of a search. */
export interface Query {
  readonly q?: string | undefined;
  readonly mode?: 'both' | 'words' | 'meaning' | undefined;
  /** The kinds to search; absent for all. */
  readonly kinds?: readonly SourceKind[] | undefined;
}

/** The kinds of sources that a search covers. */
export const SOURCE_KINDS = ['artifact', 'document', 'interview'] as const;

export type SourceKind = (typeof SOURCE_KINDS)[number];

export function queryIn({ q, mode, kinds }: Record<string, unknown>): Query {
  const chosen = Array.isArray(kinds) ? SOURCE_KINDS.filter((kind) => kinds.includes(kind)) : SOURCE_KINDS;
  return {
    q: textIn(q),
    mode: mode === 'words' || mode === 'meaning' ? mode : undefined,
    kinds: chosen.length === SOURCE_KINDS.length ? undefined : chosen,
  };
}
