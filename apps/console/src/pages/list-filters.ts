import { textIn } from '../ui/parameter.ts';
import type { Scope } from './artifact/queries.ts';

/** The parsed parameters of an address: text that looks like a number is a number. */
type Given = Record<string, unknown>;

/** The filter of the list of members. */
export function searchIn({ search }: Given): { search?: string | undefined } {
  return { search: textIn(search) };
}

interface ArtifactsSearch {
  readonly scope?: Scope | undefined;
  readonly q?: string | undefined;
}

/** The filter of the list of artifacts. */
export function artifactsIn({ scope, q }: Given): ArtifactsSearch {
  return { scope: scope === 'out_of_scope' || scope === 'all' ? scope : undefined, q: textIn(q) };
}

interface InterviewsSearch {
  readonly tab?: 'mine' | 'drafts' | undefined;
  readonly q?: string | undefined;
}

export function interviewsIn({ tab, q }: Given): InterviewsSearch {
  return { tab: tab === 'mine' || tab === 'drafts' ? tab : undefined, q: textIn(q) };
}

interface ConversationsSearch {
  readonly q?: string | undefined;
  readonly tag?: string | undefined;
  /** Whether archived conversations are listed, too. */
  readonly archived?: true | undefined;
}

export function conversationsIn({ q, tag, archived }: Given): ConversationsSearch {
  return { q: textIn(q), tag: textIn(tag), archived: archived === true ? archived : undefined };
}

/** The filter of the inbox: whether read notifications are left out. */
export function inboxIn({ unread }: Given): { unread?: true | undefined } {
  return { unread: unread === true ? unread : undefined };
}
