import { ApiError, type Schemas, type StreamEvent } from '@pks/client';
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api, queryClient } from '../../api/client.ts';
import { follow, untilEnded } from '../../api/following.ts';
import type { Writing } from '../../ui/writing.ts';

export type Conversation = Schemas['Conversation'];
export type Entry = Schemas['ConversationEntry'];

/** Identifies a conversation of a project. */
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

/**
 * Asks, and shows each entry of the answer as it is written. The question is accepted once its own entry arrives: an answer that
 * breaks off after that is followed, not asked for again. Leaving the page stops the reading; on return, the answer is followed.
 */
export function useAsking(of: Of, writing: Writing): UseMutationResult<void, Error, string> {
  const page = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    page.current = controller;
    return () => controller.abort();
  }, []);
  const ask = async (message: string, idempotencyKey: string): Promise<void> => {
    const { signal: left } = page.current;
    const reading = new AbortController();
    const { signal } = reading;
    const init = { path: pathOf(of), body: { message }, idempotencyKey, signal };
    const path = '/projects/{project_id}/playground-conversations/{conversation_id}/send_message_stream/';
    let isAccepted = false;
    const accept = (): void => {
      isAccepted = true;
      writing.arrive();
      left.addEventListener('abort', () => reading.abort());
      if (left.aborted) reading.abort();
    };
    await show(of, api.ask(path, init), accept).catch((error: unknown) => {
      if (!isAccepted) throw error;
    });
  };
  return useMutation({
    mutationFn: (message: string) => writing.keys.under(message, (key) => ask(message, key)),
    onSuccess: writing.arrive,
    onError: writing.comeBack,
    // Only whether a question still comes too soon depends on what the conversation has meanwhile.
    onSettled: (_answer, error) => (isTooSoon(error) ? reload(of) : void reload(of)),
  });
}

/** Shows the entries of an answer until it ends, whoever asked, even across interruptions of the service. */
export function followAnswer(of: Of, signal: AbortSignal): Promise<void> {
  const path = '/projects/{project_id}/playground-conversations/{conversation_id}/stream/';
  const read = async (): Promise<void> => {
    await show(of, api.events(path, { path: pathOf(of), signal }));
    await reload(of);
  };
  return follow({ read, signal, onBreak: () => void reload(of) });
}

/** Whether the question was refused because another one is still being answered. */
export function isTooSoon(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409;
}

/** Whether an answer is still being written: it ends with a message, after tool calls and reasoning. */
export function isBeingAnswered(entries: readonly Entry[]): boolean {
  const last = entries.at(-1);
  return last !== undefined && !(last.role === 'assistant' && last.type === 'message');
}

/** Reads the conversation, and the lists that show it, again. */
export async function reload(of: Of): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: keyOf(of) }),
    queryClient.invalidateQueries({ queryKey: ['conversations', of.projectId] }),
  ]);
}

async function show(of: Of, events: AsyncIterable<StreamEvent>, onQuestion?: () => void): Promise<void> {
  for await (const { event, data } of untilEnded(events)) {
    if (event !== 'entry' || !isEntry(data)) continue;
    append(of, data);
    if (data.role === 'user') onQuestion?.();
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
