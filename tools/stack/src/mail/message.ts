import PostalMime, { type Address, type Email } from 'postal-mime';
import type { MailBox } from './mail-box.ts';

/** A mail in a list. */
export interface MessageSummary {
  readonly id: string;
  readonly received_at: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
}

/** A mail with its content. */
export interface Message extends MessageSummary {
  readonly message_id: string;
  readonly text: string;
  readonly html: string;
}

/** A parsed mail of the box; null when there is none with this id. */
export async function readMessage(box: MailBox, id: string): Promise<Message | null> {
  const source = box.source(id);
  if (source === null) return null;
  const email = await PostalMime.parse(source).catch((): Email => unreadable(source));
  return {
    id,
    received_at: new Date(Number(id.slice(0, 15))).toISOString(),
    from: email.from === undefined ? '' : written(email.from),
    to: (email.to ?? []).map(written),
    subject: email.subject ?? '',
    message_id: email.messageId ?? '',
    text: email.text ?? '',
    html: email.html ?? '',
  };
}

/** All mails of the box, the newest first. */
export async function listMessages(box: MailBox): Promise<MessageSummary[]> {
  const messages = await Promise.all(box.ids().map((id) => readMessage(box, id)));
  return messages
    .filter((message) => message !== null)
    .map(({ id, received_at, from, to, subject }) => ({ id, received_at, from, to, subject }));
}

/** A mail that cannot be parsed is shown unchanged. */
function unreadable(source: Buffer): Email {
  return { headers: [], headerLines: [], attachments: [], text: source.toString() };
}

function written({ name, address }: Address): string {
  return name === '' ? (address ?? '') : `${name} <${address ?? ''}>`;
}
