import { type ArtifactTab, TABS } from './pages/artifact/tab.ts';
import { textIn } from './ui/parameter.ts';

/** The parsed parameters of an address: text that looks like a number is a number. */
type Given = Record<string, unknown>;

// Each of these functions returns all parameters of its page, even absent ones: the router keeps parameters
// that are not named.

/** The address to open after signing in: always a path of the console, never another site. */
export function returnIn({ to }: Given): { to?: string | undefined } {
  const path = textIn(to);
  return { to: path !== undefined && /^\/(?!\/)/.test(path) ? path : undefined };
}

export function tokenIn({ token }: Given): { token: string } {
  return { token: textIn(token) ?? '' };
}

/** The words that a search found, separated by spaces. */
export function markIn({ mark }: Given): { mark?: string | undefined } {
  return { mark: textIn(mark) };
}

interface ArtifactSearch {
  /** The id of the artifact that a link means: another artifact may have the slug by now. */
  readonly id?: string | undefined;
  readonly tab?: ArtifactTab | undefined;
  readonly version?: number | undefined;
  readonly from?: number | undefined;
  readonly mark?: string | undefined;
}

export function artifactSearchIn(given: Given): ArtifactSearch {
  const tab = TABS.find((one) => one === given['tab']);
  const id = textIn(given['id']);
  return { id, tab, version: countIn(given['version']), from: countIn(given['from']), ...markIn(given) };
}

export function passageIn(given: Given): { page?: number | undefined; mark?: string | undefined } {
  return { page: countIn(given['page']), ...markIn(given) };
}

function countIn(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined;
}
