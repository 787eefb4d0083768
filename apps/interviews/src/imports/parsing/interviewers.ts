const INTERVIEWERS: ReadonlySet<string> = new Set(['interviewer', 'moderator', 'host', 'ai', 'assistant']);

/** Whether a word, ignoring case, is a name or a role of someone who asks. */
export function isInterviewer(word: string): boolean {
  return INTERVIEWERS.has(word.trim().toLowerCase());
}
