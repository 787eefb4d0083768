import { type JSX, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { texts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { Choice, Text } from '../../ui/fields.tsx';
import { Page } from '../../ui/page.tsx';
import { Board } from './board.tsx';
import { Conversations } from './by-conversation.tsx';
import type { Status } from './reviewing.ts';
import { SubmitSignal } from './submit.tsx';

const STATUSES: readonly Status[] = ['to_review', 'reviewed', 'dismissed'];

export type Sentiment = 'all' | 'actionable' | 'positive';

export function SignalsPage(): JSX.Element {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId' });
  const [status, setStatus] = useState<Status>('to_review');
  const [sentiment, setSentiment] = useState<Sentiment>('all');
  const [search, setSearch] = useState('');
  const [isGrouped, setGrouped] = useState(false);
  const [isSubmitting, setSubmitting] = useState(false);
  const counts = useQuery({
    queryKey: ['signals', projectId, 'counts'],
    queryFn: ({ signal }) =>
      api.get('/projects/{project_id}/signals/counts/', { path: { project_id: projectId }, signal }),
  });
  return (
    <Page
      title={texts.signals.title}
      actions={
        <>
          <Button aria-pressed={isGrouped} onPress={() => setGrouped(!isGrouped)}>
            {texts.signals.byConversation}
          </Button>
          <Button look="primary" onPress={() => setSubmitting(true)}>
            {texts.signals.submit}
          </Button>
        </>
      }
    >
      <nav className="tabs" aria-label={texts.signals.title}>
        {STATUSES.filter((one) => !isGrouped || one !== 'dismissed').map((one) => (
          <button
            key={one}
            type="button"
            aria-current={one === status ? 'page' : undefined}
            onClick={() => setStatus(one)}
          >
            {texts.signals.statuses[one]}{' '}
            {counts.data && <span className="soft">{counts.data.status[one]}</span>}
          </button>
        ))}
      </nav>
      <div className="toolbar">
        <div className="grow">
          <Text label={texts.signals.find} type="search" value={search} onChange={setSearch} />
        </div>
        {!isGrouped && (
          <Choice
            label={texts.signals.sentimentFilter}
            value={sentiment}
            options={texts.signals.sentimentFilters}
            onChange={setSentiment}
          />
        )}
      </div>
      {isGrouped ? (
        <Conversations
          projectId={projectId}
          status={status === 'reviewed' ? status : 'to_review'}
          search={search}
        />
      ) : (
        <Board key={status} projectId={projectId} status={status} sentiment={sentiment} search={search} />
      )}
      {isSubmitting && <SubmitSignal projectId={projectId} onClose={() => setSubmitting(false)} />}
    </Page>
  );
}
