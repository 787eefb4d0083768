import { type JSX, useEffect, useRef, useState } from 'react';
import type { Schemas } from '@pks/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { api, queryClient } from '../../api/client.ts';
import { useIsAdmin, useMe } from '../../api/session.ts';
import { texts } from '../../texts.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Question } from '../../ui/dialog.tsx';
import { useKeptText } from '../../ui/kept-text.ts';
import { MessageBox } from '../../ui/message-box.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Page } from '../../ui/page.tsx';
import { Shown } from '../../ui/states.tsx';
import { tell } from '../../ui/toasts.tsx';
import { AdminActions } from './admin-actions.tsx';
import { StatusBadge } from './interviews.tsx';
import { type Of, keyOf, pathOf } from './queries.ts';
import '../../styles/chat.css';

type Interview = Schemas['Interview'];
type Topic = Schemas['Topic'];

export function InterviewPage(): JSX.Element {
  const of = useParams({ from: '/signed-in/projects/$projectId/interviews/$interviewId' });
  const interview = useQuery({
    queryKey: keyOf(of),
    queryFn: ({ signal }) =>
      api.get('/projects/{project_id}/interviews/{interview_id}/', { path: pathOf(of), signal }),
  });
  return (
    <Shown of={interview}>{(detail) => <Conversation key={detail.id} of={of} interview={detail} />}</Shown>
  );
}

interface Props {
  readonly of: Of;
  readonly interview: Interview;
}

function Conversation({ of, interview }: Props): JSX.Element {
  const isAdmin = useIsAdmin(of.projectId);
  const { data: me } = useMe();
  const end = useRef<HTMLDivElement>(null);
  const { chat_history: entries, topics, status } = interview;
  const isMine = interview.assigned_to !== null && me?.id === interview.assigned_to;
  const isOpen = status === 'pending' || status === 'in_progress';
  useEffect(() => {
    void end.current?.scrollIntoView({ block: 'end' });
  }, [entries.length]);
  return (
    <Page title={interview.name} actions={isAdmin && <AdminActions of={of} interview={interview} />}>
      <Heading interview={interview} />
      <div className="interview">
        <div className="stack">
          <ol className="chat" aria-live="polite">
            {entries.map(({ id, role, content, timestamp }) => (
              <li key={id} className={role === 'user' ? 'bubble mine' : 'bubble'}>
                <p className="page-text">{content}</p>
                <p className="soft small">
                  <Moment at={timestamp} />
                </p>
              </li>
            ))}
          </ol>
          <div ref={end} />
          {isOpen && isMine && <Answering of={of} />}
          {isOpen && !isMine && <p className="soft small">{texts.interviews.noneForYou}</p>}
          {status === 'completed' && isMine && <p className="notice">{texts.interviews.finished}</p>}
        </div>
        <aside className="stack">
          {topics.length > 0 && <Topics topics={topics} />}
          {isAdmin && interview.chat_memory.facts.length > 0 && (
            <section className="card">
              <h2>{texts.interviews.facts}</h2>
              <ul className="markdown">
                {interview.chat_memory.facts.map((fact) => (
                  <li key={fact}>{fact}</li>
                ))}
              </ul>
            </section>
          )}
        </aside>
      </div>
    </Page>
  );
}

function Heading({ interview }: Pick<Props, 'interview'>): JSX.Element {
  const { status, assigned_to_email: assignee, campaign } = interview;
  return (
    <p className="row">
      <StatusBadge status={status} />
      <span className="soft small">
        {assignee !== null && `${texts.interviews.assignedTo} ${assignee}`}
        {campaign && ` · ${campaign.name}`}
      </span>
    </p>
  );
}

const TONES: Readonly<Record<Topic['status'], Tone>> = {
  open: 'plain',
  in_progress: 'accent',
  covered: 'good',
  skipped: 'plain',
};

function Topics({ topics }: { readonly topics: readonly Topic[] }): JSX.Element {
  return (
    <section className="card">
      <h2>{texts.interviews.topics}</h2>
      <ol className="stack">
        {topics.map(({ title, status }, index) => (
          <li key={index} className="row">
            <span className="grow">{title}</span>
            <Badge tone={TONES[status]}>{texts.interviews.topicStatuses[status]}</Badge>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Where the assignee answers. What is typed is kept until it has arrived. */
function Answering({ of }: { readonly of: Of }): JSX.Element {
  const [text, setText] = useKeptText(`pks.answer.${of.interviewId}`);
  const [messageId, setMessageId] = useState(newMessageId);
  const [isFinishing, setFinishing] = useState(false);
  const show = ({ entries, status, topics }: Schemas['InterviewStep']): void => {
    queryClient.setQueryData<Interview>(keyOf(of), (shown) => {
      if (!shown) return shown;
      const known = new Set(shown.chat_history.map(({ id }) => id));
      const added = entries.filter(({ id }) => !known.has(id));
      return { ...shown, status, topics, chat_history: [...shown.chat_history, ...added] };
    });
    void queryClient.invalidateQueries({ queryKey: ['interviews', of.projectId] });
  };
  const send = useMutation({
    mutationFn: () =>
      api.post('/projects/{project_id}/interviews/{interview_id}/messages/', {
        path: pathOf(of),
        body: { content: text, client_message_id: messageId },
      }),
    onSuccess: (step) => {
      setText('');
      setMessageId(newMessageId());
      show(step);
    },
  });
  const finish = async (): Promise<void> => {
    show(await api.post('/projects/{project_id}/interviews/{interview_id}/complete/', { path: pathOf(of) }));
    tell(texts.interviews.finished);
  };
  return (
    <>
      <MessageBox
        label={texts.interviews.answer}
        name="content"
        submit={texts.interviews.send}
        value={text}
        onChange={setText}
        onSend={() => send.mutate()}
        isPending={send.isPending}
        error={send.error}
      />
      <div>
        <Button size="small" look="quiet" onPress={() => setFinishing(true)}>
          {texts.interviews.complete}
        </Button>
      </div>
      {isFinishing && (
        <Question
          title={texts.interviews.complete}
          body={texts.interviews.completeQuestion}
          submit={texts.interviews.complete}
          act={finish}
          onClose={() => setFinishing(false)}
        />
      )}
    </>
  );
}

/** An answer that is sent again has the same id, and counts once. */
function newMessageId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
