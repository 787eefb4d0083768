import { type Schemas, newKey } from '@pks/client';
import { useMutation } from '@tanstack/react-query';
import { api, queryClient } from '../../api/client.ts';
import { texts } from '../../texts.ts';
import { useKeptText } from '../../ui/kept-text.ts';
import { tell } from '../../ui/toasts.tsx';
import { useWriting } from '../../ui/writing.ts';
import { continued } from './entries.ts';
import { showInOtherTabs, useOtherTabs } from './other-tabs.ts';
import { type Of, keyOf, pathOf } from './queries.ts';

/** An answer on its way. */
interface Message {
  readonly content: string;
  readonly id: string;
  /** How many entries the transcript had. */
  readonly after: number;
}

export interface Answering {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly send: () => void;
  readonly isPending: boolean;
  readonly error: Error | null;
  /** What is on its way and not in the transcript yet. */
  readonly sending: string | null;
  readonly finish: () => Promise<void>;
}

/**
 * Answers an interview. What is sent leaves the box at once, stays in the tab's storage until it has arrived, and is back in the
 * box when it is refused. An answer that is sent again as it was has the same id, and counts once.
 */
export function useAnswering(of: Of, userId: string, entries: number): Answering {
  useOtherTabs(of);
  const [text, writing] = useWriting(`pks.answer.${userId}.${of.interviewId}`);
  const [keptId, keepId] = useKeptText(`pks.answer-id.${userId}.${of.interviewId}`);
  const sending = useMutation({
    mutationFn: ({ content, id }: Message) =>
      api.post('/projects/{project_id}/interviews/{interview_id}/messages/', {
        path: pathOf(of),
        body: { content, client_message_id: id },
      }),
    onSuccess: (step) => {
      show(of, step);
      writing.arrive();
      keepId('');
    },
    onError: () => {
      if (writing.text() !== '') keepId('');
      writing.comeBack();
      void queryClient.invalidateQueries({ queryKey: keyOf(of) });
    },
  });
  const { isPending, variables, error } = sending;
  const setText = (next: string): void => {
    writing.write(next);
    if (!isPending) keepId('');
  };
  const send = (): void => {
    const id = keptId === '' ? newKey() : keptId;
    keepId(id);
    sending.mutate({ content: text, id, after: entries });
    writing.leave();
  };
  const finish = async (): Promise<void> => {
    const path = pathOf(of);
    show(of, await api.post('/projects/{project_id}/interviews/{interview_id}/complete/', { path }));
    tell(texts.interviews.finished);
  };
  return {
    text,
    setText,
    send,
    isPending,
    error,
    sending: isPending && entries <= variables.after ? variables.content : null,
    finish,
  };
}

/** Adds what was said to what is shown, and has everything else that it changes read again. */
function show(of: Of, { entries, status, topics }: Schemas['InterviewStep']): void {
  queryClient.setQueryData<Schemas['Interview']>(
    keyOf(of),
    (shown) => shown && { ...shown, status, topics, chat_history: continued(shown.chat_history, entries) },
  );
  void queryClient.invalidateQueries({ queryKey: ['interviews', of.projectId] });
  showInOtherTabs(of);
}
