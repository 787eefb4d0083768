/** What the subjects of all answers to a process begin with, by its user of NATS: nobody else may subscribe to them. */
export function inboxPrefix(user: string): string {
  return `_INBOX.${user}`;
}
