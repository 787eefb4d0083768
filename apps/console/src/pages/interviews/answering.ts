import { type Schemas, newKey } from '@pks/client';
import { useMutation } from '@tanstack/react-query';
import { api, queryClient } from '../../api/client.ts';
import { texts } from '../../texts.ts';
import { keepIn } from '../../ui/keep-in.ts';
import { onDevice } from '../../ui/storage.ts';
import { showToast } from '../../ui/toasts.tsx';
import { notShown, useWriting } from '../../ui/writing.ts';
import { continued } from './entries.ts';
import { showInOtherTabs, useOtherTabs } from './other-tabs.ts';
import { type Of, keyOf, pathOf } from './queries.ts';

/** An answer that is being sent. */
interface Message {
  readonly content: string;
  readonly id: string;
}

export interface Answering {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly send: () => void;
  readonly isPending: boolean;
  readonly error: Error | null;
  /** The answer that is being sent and is not in the transcript yet. */
  readonly sending: string | null;
  /** Finishes the interview without what is in the field. */
  readonly finish: () => Promise<void>;
}

/**
 * Answers an interview. A sent answer leaves the field at once, stays in the browser's storage until it has arrived, and returns to
 * the field if it is refused: an interview may take days. An answer that is sent again unchanged, from any tab, has the same id and
 * counts once.
 */
export function useAnswering(of: Of, userId: string, entries: number): Answering {
  useOtherTabs(of);
  const { text, sent, writing } = useWriting(`pks.answer.${userId}.${of.interviewId}`, onDevice);
  const idKey = `pks.answer-id.${userId}.${of.interviewId}`;
  const sending = useMutation({
    mutationFn: ({ content, id }: Message) =>
      api.post('/projects/{project_id}/interviews/{interview_id}/messages/', {
        path: pathOf(of),
        body: { content, client_message_id: id },
      }),
    onSuccess: (step, { content }) => {
      show(of, step);
      writing.arrive();
      if (keptId(idKey, content) !== undefined) keepIn(onDevice, idKey, '');
    },
    onError: () => {
      writing.comeBack();
      void queryClient.invalidateQueries({ queryKey: keyOf(of) });
    },
  });
  const send = (): void => {
    const id = keptId(idKey, text) ?? newKey();
    keepIn(onDevice, idKey, `${id}\n${text}`);
    sending.mutate({ content: text, id });
    writing.leave(entries);
  };
  const finish = async (): Promise<void> => {
    const path = pathOf(of);
    show(of, await api.post('/projects/{project_id}/interviews/{interview_id}/complete/', { path }));
    // The user was told that what is in the field would not be part of the interview.
    writing.write('');
    showToast(texts.interviews.finished);
  };
  return {
    text,
    setText: writing.write,
    send,
    isPending: sent !== null,
    error: sending.error,
    sending: notShown(sent, entries),
    finish,
  };
}

/**
 * The id of an answer that was sent and may not have arrived. It is stored with its text, because another tab may have changed the
 * text since.
 */
function keptId(key: string, text: string): string | undefined {
  const kept = onDevice.getItem(key) ?? '';
  const end = kept.indexOf('\n');
  return end > 0 && kept.slice(end + 1) === text ? kept.slice(0, end) : undefined;
}

/** Adds new entries to the transcript shown, and reads everything else that they change again. */
function show(of: Of, { entries, status, topics }: Schemas['InterviewStep']): void {
  queryClient.setQueryData<Schemas['Interview']>(
    keyOf(of),
    (shown) => shown && { ...shown, status, topics, chat_history: continued(shown.chat_history, entries) },
  );
  void queryClient.invalidateQueries({ queryKey: ['interviews', of.projectId] });
  showInOtherTabs(of);
}
