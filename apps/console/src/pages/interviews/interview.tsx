import { type JSX, useState } from 'react';
import type { Schemas } from '@pks/client';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { useIsAdmin, useMe } from '../../api/session.ts';
import { texts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { Question } from '../../ui/dialog.tsx';
import { Gone } from '../../ui/gone.tsx';
import { Highlighted } from '../../ui/highlighted.tsx';
import { Joined } from '../../ui/joined.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import { useMinutes } from '../../ui/minutes.ts';
import { ExactMoment } from '../../ui/moment.tsx';
import { Page } from '../../ui/page.tsx';
import { Sentence } from '../../ui/sentence.tsx';
import { Shown } from '../../ui/states.tsx';
import { AdminActions } from './admin-actions.tsx';
import { Facts, Topics } from './agenda.tsx';
import { type Answering, useAnswering } from './answering.ts';
import { type Of, keyOf, pathOf } from './queries.ts';
import { scheduledFor } from './scheduled.ts';
import { StatusBadge } from './status-badge.tsx';
import { Transcript } from './transcript.tsx';
import { Unsent } from './unsent.tsx';
import '../../styles/chat.css';
import '../../styles/interviews.css';

type Interview = Schemas['Interview'];

const ROUTE = '/signed-in/projects/$projectId/interviews/$interviewId';

export function InterviewPage(): JSX.Element {
  const of = useParams({ from: ROUTE });
  const me = useMe();
  const interview = useQuery({
    queryKey: keyOf(of),
    queryFn: ({ signal }) =>
      api.get('/projects/{project_id}/interviews/{interview_id}/', { path: pathOf(of), signal }),
  });
  return (
    <Shown of={me} title={texts.interviews.title}>
      {({ id }) => (
        <Shown
          of={interview}
          title={texts.interviews.title}
          gone={<Gone what="interview" projectId={of.projectId} />}
        >
          {(detail) => <Conversation key={`${id}.${detail.id}`} of={of} interview={detail} userId={id} />}
        </Shown>
      )}
    </Shown>
  );
}

interface Props {
  readonly of: Of;
  readonly interview: Interview;
  readonly userId: string;
}

function Conversation({ of, interview, userId }: Props): JSX.Element {
  const isAdmin = useIsAdmin(of.projectId);
  const { mark = '' } = useSearch({ from: ROUTE });
  const { chat_history: entries, chat_memory: memory, topics, status } = interview;
  const answering = useAnswering(of, userId, entries.length);
  const isMine = userId === interview.assigned_to;
  const isOpen = status === 'pending' || status === 'in_progress';
  return (
    <Page title={interview.name} actions={isAdmin && <AdminActions of={of} interview={interview} />}>
      <Heading interview={interview} />
      <div className="interview">
        <div className="stack">
          <Highlighted words={mark}>
            <Transcript
              entries={entries}
              answerer={answererOf(interview, isMine)}
              sending={answering.sending}
            />
          </Highlighted>
          {isOpen && isMine && <Answers answering={answering} />}
          {isOpen && !isMine && <p className="soft small">{texts.interviews.noneForYou}</p>}
          {status === 'completed' && isMine && (
            <>
              <p className="notice">{texts.interviews.finished}</p>
              <Unsent answering={answering} />
            </>
          )}
        </div>
        <aside className="stack" aria-label={texts.interviews.beside}>
          {topics.length > 0 && <Topics topics={topics} />}
          {isAdmin && memory.facts.length > 0 && <Facts memory={memory} />}
        </aside>
      </div>
    </Page>
  );
}

function answererOf({ assigned_to_email: assignee }: Interview, isMine: boolean): string {
  if (isMine) return texts.interviews.you;
  return assignee === '' ? texts.interviews.interviewee : assignee;
}

function Heading({ interview }: Pick<Props, 'interview'>): JSX.Element {
  useMinutes();
  const scheduled = scheduledFor(interview);
  const { type, assigned_to_email: assignee, campaign, import_info: importing } = interview;
  const about = [
    texts.interviews.types[type],
    ...(assignee === '' ? [] : [`${texts.interviews.assignedTo} ${assignee}`]),
    ...(campaign ? [campaign.name] : []),
    ...(importing?.participants ?? []),
  ];
  return (
    <>
      <p className="row">
        <StatusBadge interview={interview} />
        <span className="soft small particulars">
          <Joined parts={about} />
        </span>
      </p>
      {scheduled !== null && (
        <p className="notice">
          {texts.interviews.scheduled} <ExactMoment at={scheduled} />.
        </p>
      )}
      {importing?.error && (
        <p className="notice bad">
          <Sentence>{importing.error}</Sentence>
        </p>
      )}
    </>
  );
}

/** Where the assignee answers, and ends the interview. */
function Answers({ answering }: { readonly answering: Answering }): JSX.Element {
  const [isFinishing, setFinishing] = useState(false);
  return (
    <>
      <MessageBox
        label={texts.interviews.answer}
        name="content"
        submit={texts.interviews.send}
        value={answering.text}
        onChange={answering.setText}
        onSend={answering.send}
        isPending={answering.isPending}
        error={answering.error}
      />
      <div>
        <Button size="small" look="quiet" isDisabled={answering.isPending} onPress={() => setFinishing(true)}>
          {texts.interviews.complete}
        </Button>
      </div>
      {isFinishing && (
        <Question
          title={texts.interviews.complete}
          body={texts.interviews.completeQuestions[answering.text.trim() === '' ? 'sent' : 'unsent']}
          submit={texts.interviews.complete}
          act={answering.finish}
          onClose={() => setFinishing(false)}
        />
      )}
    </>
  );
}
