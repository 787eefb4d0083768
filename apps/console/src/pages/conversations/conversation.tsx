import { type JSX, useEffect, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { useIsAdmin, useMe } from '../../api/session.ts';
import { texts } from '../../texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Gone } from '../../ui/gone.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import { Page } from '../../ui/page.tsx';
import { Shown } from '../../ui/states.tsx';
import { useWriting } from '../../ui/writing.ts';
import { Actions } from './actions.tsx';
import {
  type Conversation,
  type Of,
  followAnswer,
  isBeingAnswered,
  isTooSoon,
  keyOf,
  pathOf,
  useAsking,
} from './answering.ts';
import { ChatLog } from './chat-log.tsx';
import '../../styles/chat.css';

export function ConversationPage(): JSX.Element {
  const of = useParams({ from: '/signed-in/projects/$projectId/conversations/$conversationId' });
  const me = useMe();
  const conversation = useQuery({
    queryKey: keyOf(of),
    queryFn: ({ signal }) =>
      api.get('/projects/{project_id}/playground-conversations/{conversation_id}/', {
        path: pathOf(of),
        signal,
      }),
  });
  return (
    <Shown of={me} title={texts.conversations.title}>
      {({ id }) => (
        <Shown
          of={conversation}
          title={texts.conversations.title}
          gone={<Gone what="conversation" projectId={of.projectId} />}
        >
          {(detail) => <Chat key={`${id}.${detail.id}`} of={of} conversation={detail} userId={id} />}
        </Shown>
      )}
    </Shown>
  );
}

interface Props {
  readonly of: Of;
  readonly conversation: Conversation;
  readonly userId: string;
}

function Chat({ of, conversation, userId }: Props): JSX.Element {
  const { text, sent, writing } = useWriting(`pks.question.${userId}.${of.conversationId}`);
  const isAdmin = useIsAdmin(of.projectId);
  const asking = useAsking(of, writing);
  const ask = (): void => {
    asking.mutate(text);
    writing.leave(entries.length);
  };
  const end = useRef<HTMLDivElement>(null);
  const { chat_history: entries } = conversation;
  const isAnswering = asking.isPending || sent !== null || isBeingAnswered(entries);
  const isFollowed = !asking.isPending && isBeingAnswered(entries);
  const { projectId, conversationId } = of;
  useEffect(() => {
    if (!isFollowed) return undefined;
    const controller = new AbortController();
    void followAnswer({ projectId, conversationId }, controller.signal);
    return () => controller.abort();
  }, [isFollowed, projectId, conversationId]);
  useEffect(() => {
    void end.current?.scrollIntoView({ block: 'end' });
  }, [entries.length]);
  const isOwn = userId === conversation.created_by;
  return (
    <Page
      title={conversation.name}
      actions={(isOwn || isAdmin) && <Actions of={of} conversation={conversation} />}
    >
      <div className="row">
        <span className="soft small">{conversation.agent_settings_name}</span>
        {conversation.is_shared && <Badge tone="accent">{texts.conversations.shared}</Badge>}
        {conversation.is_archived && <Badge>{texts.conversations.archived}</Badge>}
        {conversation.tags.length > 0 && <Tags tags={conversation.tags} />}
      </div>
      <ChatLog of={of} entries={entries} isOwn={isOwn} />
      {isAnswering && (
        <p className="soft" role="status">
          {texts.conversations.answering}
        </p>
      )}
      <div ref={end} className="chat-end" />
      {isOwn && !conversation.is_archived ? (
        <MessageBox
          label={texts.conversations.message}
          name="message"
          submit={texts.conversations.send}
          value={text}
          onChange={writing.write}
          onSend={ask}
          isPending={isAnswering}
          error={isAnswering || !isTooSoon(asking.error) ? asking.error : null}
          autoFocus={entries.length === 0}
        />
      ) : (
        <WhyClosed isOwn={isOwn} />
      )}
    </Page>
  );
}

function WhyClosed({ isOwn }: { readonly isOwn: boolean }): JSX.Element {
  return (
    <p className="soft small">{isOwn ? texts.conversations.isArchived : texts.conversations.notYours}</p>
  );
}

function Tags({ tags }: Pick<Conversation, 'tags'>): JSX.Element {
  return (
    <ul className="row" aria-label={texts.conversations.tags}>
      {tags.map((tag) => (
        <li key={tag}>
          <Badge>{tag}</Badge>
        </li>
      ))}
    </ul>
  );
}
