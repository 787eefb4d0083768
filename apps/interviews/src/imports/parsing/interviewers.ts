const INTERVIEWERS: ReadonlySet<string> = new Set(['interviewer', 'moderator', 'host', 'ai', 'assistant']);

/** Whether a word, whatever its case, says that somebody asks. */
export function isInterviewer(word: string): boolean {
  return INTERVIEWERS.has(word.trim().toLowerCase());
}
