import type { JSX } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { texts } from '../../texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Gone } from '../../ui/gone.tsx';
import { Page } from '../../ui/page.tsx';
import { Shown } from '../../ui/states.tsx';
import { useIsPending, useReview } from './reviewing.ts';
import { SignalCard } from './signal-card.tsx';

export function SignalPage(): JSX.Element {
  const { projectId, signalId } = useParams({ from: '/signed-in/projects/$projectId/signals/$signalId' });
  const review = useReview(projectId);
  const isPending = useIsPending(projectId, review);
  const signal = useQuery({
    queryKey: ['signals', projectId, 'one', signalId],
    queryFn: ({ signal: aborted }) =>
      api.get('/projects/{project_id}/signals/{signal_id}/', {
        path: { project_id: projectId, signal_id: signalId },
        signal: aborted,
      }),
  });
  return (
    <Shown of={signal} title={texts.signals.title} gone={<Gone what="signal" projectId={projectId} />}>
      {(one) => (
        <Page title={texts.signals.title}>
          <section className="card stack">
            <p>
              <Badge tone={one.status === 'to_review' ? 'warn' : 'good'}>
                {texts.signals.statuses[one.status]}
              </Badge>
            </p>
            <SignalCard
              projectId={projectId}
              signal={one}
              isPending={isPending}
              onChange={(status) => review.mutate({ signals: [one], status })}
            />
          </section>
        </Page>
      )}
    </Shown>
  );
}
