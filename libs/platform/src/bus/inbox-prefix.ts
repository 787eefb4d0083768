/** The prefix of the subjects of all answers to a process, by its user of NATS: no other user may subscribe to them. */
export function inboxPrefix(user: string): string {
  return `_INBOX.${user}`;
}
