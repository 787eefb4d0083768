import { textIn } from '../ui/parameter.ts';

/** What is searched for, and how. */
export interface Query {
  readonly q?: string | undefined;
  readonly mode?: 'both' | 'words' | 'meaning' | undefined;
  /** Those that are searched, where it is not all of them. */
  readonly kinds?: readonly SourceKind[] | undefined;
}

/** What a search finds passages of. */
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
