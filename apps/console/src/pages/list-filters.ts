import { textIn } from '../ui/parameter.ts';
import type { Scope } from './artifact/queries.ts';

/** The parameters of an address, as they were read: what looks like a number is one. */
type Given = Record<string, unknown>;

/** Which members are listed. */
export function searchIn({ search }: Given): { search?: string | undefined } {
  return { search: textIn(search) };
}

/** Which artifacts are listed. */
export function artifactsIn({ scope }: Given): { scope?: Scope | undefined } {
  return { scope: scope === 'out_of_scope' || scope === 'all' ? scope : undefined };
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
  /** Archived ones are listed, too. */
  readonly archived?: true | undefined;
}

export function conversationsIn({ q, tag, archived }: Given): ConversationsSearch {
  return { q: textIn(q), tag: textIn(tag), archived: archived === true ? archived : undefined };
}

/** Whether what was read is left out. */
export function inboxIn({ unread }: Given): { unread?: true | undefined } {
  return { unread: unread === true ? unread : undefined };
}
