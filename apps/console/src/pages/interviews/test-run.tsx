import type { JSX } from 'react';
import type { Schemas } from '@pks/client';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { texts } from '../../texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Gone } from '../../ui/gone.tsx';
import { MessageBox } from '../../ui/message-box.tsx';
import { Page } from '../../ui/page.tsx';
import { Sentence } from '../../ui/sentence.tsx';
import { Shown } from '../../ui/states.tsx';
import { api } from '../../api/client.ts';
import { useMe } from '../../api/session.ts';
import { Topics } from './agenda.tsx';
import { type Of, type Taken, type Trying, topicsOf, useTestRun, useTrying } from './trying.ts';
import { Transcript } from './transcript.tsx';
import '../../styles/chat.css';
import '../../styles/interviews.css';

/** An admin tries the interview of a draft before it is assigned. */
export function TestRunPage(): JSX.Element {
  const of = useParams({
    from: '/signed-in/projects/$projectId/interview-drafts/$draftId/test-runs/$testRunId',
  });
  const me = useMe();
  const run = useTestRun(of);
  const draft = useQuery({
    queryKey: ['interviews', of.projectId, 'draft', of.draftId],
    queryFn: ({ signal }) =>
      api.get('/projects/{project_id}/interview-drafts/{draft_id}/', {
        path: { project_id: of.projectId, draft_id: of.draftId },
        signal,
      }),
  });
  return (
    <Shown of={me} title={texts.interviews.title}>
      {({ id }) => (
        <Shown
          of={draft}
          title={texts.interviews.title}
          gone={<Gone what="testRun" projectId={of.projectId} />}
        >
          {(found) => (
            <Shown
              of={run}
              title={texts.interviews.title}
              gone={<Gone what="testRun" projectId={of.projectId} />}
            >
              {(taken) => <Run key={id} of={of} draft={found} taken={taken} userId={id} />}
            </Shown>
          )}
        </Shown>
      )}
    </Shown>
  );
}

interface Props {
  readonly of: Of;
  readonly draft: Schemas['InterviewDraft'];
  readonly taken: Taken;
  readonly userId: string;
}

function Run({ of, draft, taken, userId }: Props): JSX.Element {
  const { run, entries } = taken;
  const trying = useTrying(of, userId, entries.length);
  const title = texts.testRun.title(draft.name || draft.topic);
  const isOpen = run.status === 'pending' || run.status === 'in_progress';
  return (
    <Page title={title} heading={<Sentence>{title}</Sentence>} actions={isOpen && <Ends end={trying.end} />}>
      <p className="row">
        <Badge tone={run.status === 'completed' ? 'good' : 'plain'}>
          {texts.testRun.statuses[run.status]}
        </Badge>
        <span className="soft small">{texts.testRun.body}</span>
      </p>
      {run.draft_changed_since_start && <p className="notice">{texts.testRun.changed}</p>}
      <div className="interview">
        <div className="stack">
          <Transcript entries={entries} answerer={texts.interviews.you} sending={trying.sending} />
          {isOpen && (
            <MessageBox
              label={texts.interviews.answer}
              name="content"
              submit={texts.interviews.send}
              value={trying.text}
              onChange={trying.setText}
              onSend={trying.send}
              isPending={trying.isPending}
              error={trying.step.error}
            />
          )}
          {!isOpen && (
            <p>
              <Link
                to="/projects/$projectId/interviews"
                params={{ projectId: of.projectId }}
                search={{ tab: 'drafts' }}
              >
                {texts.testRun.drafts}
              </Link>
            </p>
          )}
        </div>
        <aside className="stack" aria-label={texts.interviews.beside}>
          {run.topics.length > 0 && (
            <Topics
              topics={topicsOf(run)}
              action={(topic) =>
                isOpen &&
                topic.status !== 'in_progress' && (
                  <Button
                    size="small"
                    look="quiet"
                    aria-label={texts.testRun.jumpTo(topic.title)}
                    isDisabled={trying.isPending}
                    onPress={() => trying.step.mutate({ topic_id: topic.id })}
                  >
                    {texts.testRun.jump}
                  </Button>
                )
              }
            />
          )}
        </aside>
      </div>
    </Page>
  );
}

function Ends({ end }: Pick<Trying, 'end'>): JSX.Element {
  return (
    <>
      <Button size="small" isPending={end.isPending} onPress={() => end.mutate('complete')}>
        {texts.testRun.finish}
      </Button>
      <Button size="small" look="quiet" isDisabled={end.isPending} onPress={() => end.mutate('abandon')}>
        {texts.testRun.abandon}
      </Button>
    </>
  );
}
