import { type ArtifactTab, TABS } from './pages/artifact/tab.ts';
import { textIn } from './ui/parameter.ts';

/** The parameters of an address, as they were read: what looks like a number is one. */
type Given = Record<string, unknown>;

// Each of these names all parameters of its page: the router keeps those of the address that are not named.

/** Where to go after signing in: a path of the console, never another site. */
export function returnIn({ to }: Given): { to?: string | undefined } {
  const path = textIn(to);
  return { to: path !== undefined && /^\/(?!\/)/.test(path) ? path : undefined };
}

export function tokenIn({ token }: Given): { token: string } {
  return { token: textIn(token) ?? '' };
}

/** What is found by a text in the address. */
export function searchIn({ search }: Given): { search?: string | undefined } {
  return { search: textIn(search) };
}

/** Words that were found, separated by spaces. */
export function markIn({ mark }: Given): { mark?: string | undefined } {
  return { mark: textIn(mark) };
}

interface ArtifactSearch {
  readonly tab?: ArtifactTab | undefined;
  readonly version?: number | undefined;
  readonly from?: number | undefined;
  readonly mark?: string | undefined;
}

export function artifactSearchIn(given: Given): ArtifactSearch {
  const tab = TABS.find((one) => one === given['tab']);
  return { tab, version: countIn(given['version']), from: countIn(given['from']), ...markIn(given) };
}

interface DocumentFilters {
  /** The values of labels, which may be empty. */
  readonly labels?: string[] | undefined;
  readonly q?: string | undefined;
}

export function documentFiltersIn({ labels, q }: Given): DocumentFilters {
  const values = Array.isArray(labels)
    ? labels.flatMap((label: unknown) => (label === '' ? '' : (textIn(label) ?? [])))
    : [];
  return { labels: values.length === 0 ? undefined : values, q: textIn(q) };
}

export function passageIn(given: Given): { page?: number | undefined; mark?: string | undefined } {
  return { page: countIn(given['page']), ...markIn(given) };
}

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

export function queryIn({ q, mode, kinds }: Given): Query {
  const chosen = Array.isArray(kinds) ? SOURCE_KINDS.filter((kind) => kinds.includes(kind)) : SOURCE_KINDS;
  return {
    q: textIn(q),
    mode: mode === 'words' || mode === 'meaning' ? mode : undefined,
    kinds: chosen.length === SOURCE_KINDS.length ? undefined : chosen,
  };
}

export function interviewsTabIn({ tab }: Given): { tab?: 'mine' | 'drafts' | undefined } {
  return { tab: tab === 'mine' || tab === 'drafts' ? tab : undefined };
}

function countIn(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined;
}
