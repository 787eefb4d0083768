import { type JSX, useEffect, useRef, useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { api, queryClient, sentenceOf } from '../../api/client.ts';
import { useMe } from '../../api/session.ts';
import { texts } from '../../texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Text } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { useKeptText } from '../../ui/kept-text.ts';
import { MessageBox } from '../../ui/message-box.tsx';
import { Page } from '../../ui/page.tsx';
import { Shown } from '../../ui/states.tsx';
import { tell } from '../../ui/toasts.tsx';
import { type Conversation, type Of, follow, keyOf, pathOf, useAsking } from './answering.ts';
import { EntryView } from './entry.tsx';
import '../../styles/chat.css';

export function ConversationPage(): JSX.Element {
  const of = useParams({ from: '/signed-in/projects/$projectId/conversations/$conversationId' });
  const conversation = useQuery({
    queryKey: keyOf(of),
    queryFn: ({ signal }) =>
      api.get('/projects/{project_id}/playground-conversations/{conversation_id}/', {
        path: pathOf(of),
        signal,
      }),
  });
  return (
    <Shown of={conversation}>{(detail) => <Chat key={detail.id} of={of} conversation={detail} />}</Shown>
  );
}

interface Props {
  readonly of: Of;
  readonly conversation: Conversation;
}

function Chat({ of, conversation }: Props): JSX.Element {
  const [question, setQuestion] = useKeptText(`pks.question.${of.conversationId}`);
  const { data: me } = useMe();
  const asking = useAsking(of);
  const end = useRef<HTMLDivElement>(null);
  const { chat_history: entries } = conversation;
  const isAnswering = asking.isPending || entries.at(-1)?.role === 'user';
  const isFollowed = isAnswering && !asking.isPending;
  const { projectId, conversationId } = of;
  useEffect(() => {
    if (!isFollowed) return undefined;
    const controller = new AbortController();
    follow({ projectId, conversationId }, controller.signal).catch((error: unknown) => {
      if (!controller.signal.aborted) tell(sentenceOf(error), { isBad: true });
    });
    return () => controller.abort();
  }, [isFollowed, projectId, conversationId]);
  useEffect(() => {
    void end.current?.scrollIntoView({ block: 'end' });
  }, [entries.length]);
  const send = (): void => {
    const message = question;
    setQuestion('');
    asking.mutate(message, { onError: () => setQuestion(message) });
  };
  const isOwn = me?.id === conversation.created_by;
  return (
    <Page title={conversation.name} actions={isOwn && <Actions of={of} conversation={conversation} />}>
      <p className="row">
        <span className="soft small">{conversation.agent_settings_name}</span>
        {conversation.is_shared && <Badge tone="accent">{texts.conversations.shared}</Badge>}
        {conversation.is_archived && <Badge>{texts.conversations.archived}</Badge>}
      </p>
      <ol className="chat" aria-live="polite">
        {entries.map((entry) => (
          <EntryView key={entry.id} projectId={projectId} conversationId={conversationId} entry={entry} />
        ))}
      </ol>
      {isAnswering && (
        <p className="soft" role="status">
          {texts.conversations.answering}
        </p>
      )}
      <div ref={end} />
      {isOwn && !conversation.is_archived && (
        <MessageBox
          label={texts.conversations.message}
          name="message"
          submit={texts.conversations.send}
          value={question}
          onChange={setQuestion}
          onSend={send}
          isPending={isAnswering}
          error={asking.error}
        />
      )}
    </Page>
  );
}

type Action = 'share' | 'unshare' | 'unarchive';

function Actions({ of, conversation }: Props): JSX.Element {
  const [isRenaming, setRenaming] = useState(false);
  const path = pathOf(of);
  const settled = {
    onError: (error: Error) => tell(sentenceOf(error), { isBad: true }),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: keyOf(of) }),
        queryClient.invalidateQueries({ queryKey: ['conversations', of.projectId] }),
      ]),
  };
  const act = useMutation<unknown, Error, Action>({
    mutationFn: (what) =>
      api.post(`/projects/{project_id}/playground-conversations/{conversation_id}/${what}/`, { path }),
    ...settled,
  });
  const archive = useMutation({
    mutationFn: () =>
      api.delete('/projects/{project_id}/playground-conversations/{conversation_id}/', { path }),
    onSuccess: () => tell(texts.conversations.archived, { undo: () => act.mutate('unarchive') }),
    ...settled,
  });
  const { is_shared: isShared, is_archived: isArchived } = conversation;
  return (
    <>
      <Button size="small" onPress={() => setRenaming(true)}>
        {texts.conversations.rename}
      </Button>
      <Button size="small" onPress={() => act.mutate(isShared ? 'unshare' : 'share')}>
        {isShared ? texts.conversations.unshare : texts.conversations.share}
      </Button>
      <Button
        size="small"
        look="quiet"
        onPress={() => (isArchived ? act.mutate('unarchive') : archive.mutate())}
      >
        {isArchived ? texts.conversations.unarchive : texts.conversations.archive}
      </Button>
      {isRenaming && <Rename of={of} conversation={conversation} onClose={() => setRenaming(false)} />}
    </>
  );
}

function Rename({ of, conversation, onClose }: Props & { readonly onClose: () => void }): JSX.Element {
  const [name, setName] = useState(conversation.name);
  const rename = useMutation({
    mutationFn: () =>
      api.patch('/projects/{project_id}/playground-conversations/{conversation_id}/', {
        path: pathOf(of),
        body: { name },
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: keyOf(of) });
      void queryClient.invalidateQueries({ queryKey: ['conversations', of.projectId] });
      onClose();
    },
  });
  return (
    <Dialog title={texts.conversations.rename} onClose={onClose}>
      <Form
        onSubmit={() => rename.mutate()}
        submit={texts.save}
        isPending={rename.isPending}
        error={rename.error}
        onCancel={onClose}
      >
        <Text
          label={texts.projects.name}
          name="name"
          required
          autoFocus
          value={name}
          onChange={setName}
          error={rename.error}
        />
      </Form>
    </Dialog>
  );
}
