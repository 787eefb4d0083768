import { type Answer, everything } from './client.ts';
import type { Ledger, Conversation } from './load.ts';
import type { World } from './world.ts';

/** Broken promises about conversations: each exists once, with its question and the acknowledged answer. */
export async function conversationFindings(
  { reader, projectId }: World,
  { conversations }: Ledger,
): Promise<string[]> {
  const path = `/projects/${projectId}/playground-conversations/`;
  const listed = await everything(reader.client, path);
  const findings: string[] = [];
  for (const conversation of conversations) {
    const { chat_history } = await reader.client.get(`${path}${conversation.id}/`);
    if (!isAsAcknowledged(conversation, chat_history as readonly Answer[]))
      findings.push(`Conversation ${conversation.id} does not have its question and the answer once.`);
  }
  if (listed.length !== conversations.length)
    findings.push(
      `${listed.length} conversations are listed, and ${conversations.length} were acknowledged.`,
    );
  return findings;
}

function isAsAcknowledged({ question, entryIds }: Conversation, history: readonly Answer[]): boolean {
  const asked = history.filter(({ role }) => role === 'user').map(({ content }) => content);
  const answered = history.filter(({ role, type }) => role === 'assistant' && type === 'message');
  const kept = history.map(({ id }) => String(id));
  return asked.join() === question && answered.length === 1 && kept.join() === entryIds.join();
}
