import { type JSX, useDeferredValue } from 'react';
import type { Schemas } from '@pks/client';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, queryClient, sentenceOf } from '../../api/client.ts';
import { useEndless } from '../../api/lists.ts';
import { useIsAdmin } from '../../api/session.ts';
import { texts } from '../../texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EndlessList } from '../../ui/endless-list.tsx';
import { Empty } from '../../ui/states.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { type Signal, useIsPending, useReview } from './reviewing.ts';
import { SignalCard } from './signal-card.tsx';

type Group = Schemas['SignalGroup'];

interface Props {
  readonly projectId: string;
  readonly status: 'to_review' | 'reviewed';
  readonly search: string;
}

/** The conversations with signals of a status, each with its signals. */
export function Conversations({ projectId, status, search }: Props): JSX.Element {
  const text = useDeferredValue(search.trim());
  const groups = useEndless(
    ['signals', projectId, 'grouped'],
    '/projects/{project_id}/signals/grouped_by_conversation/',
    { path: { project_id: projectId }, query: { status, limit: 20, ...(text !== '' && { search: text }) } },
  );
  return (
    <EndlessList
      list={groups}
      filter={[text]}
      label={texts.signals.byConversation}
      keyOf={({ conversation_id: id, signals }) => id ?? signals[0]?.id ?? ''}
      rowHeight={220}
      empty={<Empty>{text === '' ? texts.signals.noneOf[status] : texts.signals.noneFound}</Empty>}
      render={(group) => <GroupView projectId={projectId} group={group} />}
    />
  );
}

function GroupView({ projectId, group }: { readonly projectId: string; readonly group: Group }): JSX.Element {
  const isAdmin = useIsAdmin(projectId);
  const { conversation_id: id, conversation_created_at: createdAt } = group;
  const title = group.conversation_title || texts.signals.untitled;
  const review = useMutation({
    mutationFn: (conversation_id: string) =>
      api.post('/projects/{project_id}/signals/mark_conversation_reviewed/', {
        path: { project_id: projectId },
        body: { conversation_id },
      }),
    onSuccess: ({ updated_count }) => showToast(texts.signals.reviewedAll(updated_count)),
    onError: (error) => showToast(`${texts.failed} ${sentenceOf(error)}`, { isBad: true }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['signals', projectId] }),
  });
  return (
    <section className="signal">
      <div className="row">
        <h2 className="grow">
          {id === null ? (
            texts.signals.ungrouped
          ) : createdAt === null ? (
            title
          ) : (
            <Link
              to="/projects/$projectId/conversations/$conversationId"
              params={{ projectId, conversationId: id }}
            >
              {title}
            </Link>
          )}
        </h2>
        {group.to_review_count > 0 && (
          <Badge tone="warn">
            {group.to_review_count} {texts.signals.statuses.to_review.toLowerCase()}
          </Badge>
        )}
        {isAdmin && id !== null && group.to_review_count > 0 && (
          <Button size="small" isPending={review.isPending} onPress={() => review.mutate(id)}>
            {texts.signals.reviewAll}
          </Button>
        )}
      </div>
      <ul className="stack">
        {group.signals.map((signal) => (
          <li key={signal.id} className="card stack">
            <GroupedSignal projectId={projectId} signal={signal} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * A signal in its conversation: it stays until its own change is done, so each signal has a mutation of its own.
 */
function GroupedSignal({
  projectId,
  signal,
}: {
  readonly projectId: string;
  readonly signal: Signal;
}): JSX.Element {
  const change = useReview(projectId);
  const isPending = useIsPending(projectId, change);
  return (
    <SignalCard
      projectId={projectId}
      signal={signal}
      isPending={isPending}
      onChange={(status) => change.mutate({ signals: [signal], status })}
    />
  );
}
