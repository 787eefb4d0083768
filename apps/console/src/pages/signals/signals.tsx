import { type JSX, useState } from 'react';
import type { Schemas } from '@pks/client';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useSignalCounts } from '../../api/project.ts';
import { texts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/fields.tsx';
import { Page } from '../../ui/page.tsx';
import { SearchField, useTyped } from '../../ui/search-field.tsx';
import { Board } from './board.tsx';
import { Conversations } from './by-conversation.tsx';
import { type SignalFilters, signalFiltersIn, statusesOf } from './filters.ts';
import { type Status, useReviewProgress } from './reviewing.ts';
import { SubmitSignal } from './submit.tsx';

export function SignalsPage(): JSX.Element {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId' });
  const {
    status = 'to_review',
    sentiment = 'all',
    q = '',
    by,
  } = useSearch({ from: '/signed-in/projects/$projectId/signals' });
  const [search, setSearch] = useTyped(q);
  const isGrouped = by === 'conversation';
  const navigate = useNavigate();
  const show = (change: SignalFilters): void =>
    void navigate({
      to: '/projects/$projectId/signals',
      params: { projectId },
      search: (before) => signalFiltersIn({ ...before, q: search, ...change }),
      replace: true,
      resetScroll: false,
    });
  const [isSubmitting, setSubmitting] = useState(false);
  const counts = useSignalCounts(projectId);
  const { done, all } = useReviewProgress(projectId);
  return (
    <Page
      title={texts.signals.title}
      actions={
        <>
          <Button
            aria-pressed={isGrouped}
            onPress={() => show({ by: isGrouped ? undefined : 'conversation' })}
          >
            {texts.signals.byConversation}
          </Button>
          <Button look="primary" onPress={() => setSubmitting(true)}>
            {texts.signals.submit}
          </Button>
        </>
      }
    >
      <nav className="tabs" aria-label={texts.signals.title}>
        {statusesOf(by).map((one) => (
          <button
            key={one}
            type="button"
            aria-current={one === status ? 'page' : undefined}
            onClick={() => show({ status: one })}
          >
            {texts.signals.statuses[one]}{' '}
            {counts.data && <span className="soft">{countIn(counts.data, one, isGrouped)}</span>}
          </button>
        ))}
      </nav>
      <p className="soft small" role="status">
        {all > 1 && texts.signals.changing(done, all)}
      </p>
      <div className="toolbar">
        <SearchField
          label={texts.signals.find}
          typed={search}
          onType={setSearch}
          onSettle={() => search !== q && show({})}
        />
        {!isGrouped && (
          <Choice
            label={texts.signals.sentimentFilter}
            value={sentiment}
            options={texts.signals.sentimentFilters}
            onChange={(next) => show({ sentiment: next })}
          />
        )}
      </div>
      {isGrouped ? (
        <Conversations
          key={status}
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

/**
 * The number on a tab: of signals; or of groups, where each signal without a conversation is a group of its
 * own.
 */
function countIn(counts: Schemas['SignalCounts'], status: Status, isGrouped: boolean): number {
  if (!isGrouped) return counts.status[status];
  return status === 'to_review'
    ? counts.conversations_to_review + counts.ungrouped_to_review
    : counts.conversations_reviewed + counts.ungrouped_reviewed;
}
