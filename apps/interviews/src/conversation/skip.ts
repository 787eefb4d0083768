const SKIP = /^\s*\/?skip\s*$/i;

/** Whether an answer leaves its question out; nothing else that an answer says is interpreted. */
export function isSkip(answer: string): boolean {
  return SKIP.test(answer);
}
