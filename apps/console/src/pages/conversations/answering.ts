import type { Schemas, StreamEvent } from '@pks/client';
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { api, queryClient } from '../../api/client.ts';

export type Conversation = Schemas['Conversation'];
export type Entry = Schemas['ConversationEntry'];

/** Which conversation of which project. */
export interface Of {
  readonly projectId: string;
  readonly conversationId: string;
}

export const keyOf = ({ projectId, conversationId }: Of): readonly string[] => [
  'conversation',
  projectId,
  conversationId,
];

export const pathOf = ({
  projectId,
  conversationId,
}: Of): { project_id: string; conversation_id: string } => ({
  project_id: projectId,
  conversation_id: conversationId,
});

/** Asks, and shows each entry of the answer when it is made. */
export function useAsking(of: Of): UseMutationResult<void, Error, string> {
  return useMutation({
    mutationFn: (message: string) => {
      const init = { path: pathOf(of), body: { message } };
      const path = '/projects/{project_id}/playground-conversations/{conversation_id}/send_message_stream/';
      return show(of, api.ask(path, init));
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: keyOf(of) }),
        queryClient.invalidateQueries({ queryKey: ['conversations', of.projectId] }),
      ]),
  });
}

/** Shows the entries of an answer that is being made, whoever asked. */
export async function follow(of: Of, signal: AbortSignal): Promise<void> {
  const path = '/projects/{project_id}/playground-conversations/{conversation_id}/stream/';
  await show(of, api.events(path, { path: pathOf(of), signal }));
}

async function show(of: Of, events: AsyncIterable<StreamEvent>): Promise<void> {
  for await (const { event, data } of events) {
    if (event === 'entry' && isEntry(data)) append(of, data);
  }
}

function append(of: Of, entry: Entry): void {
  queryClient.setQueryData<Conversation>(keyOf(of), (shown) => {
    if (!shown || shown.chat_history.some(({ id }) => id === entry.id)) return shown;
    return { ...shown, chat_history: [...shown.chat_history, entry] };
  });
}

function isEntry(data: unknown): data is Entry {
  return typeof data === 'object' && data !== null && 'id' in data && 'role' in data && 'query_id' in data;
}
