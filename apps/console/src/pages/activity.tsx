import type { JSX } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { api, isForbidden } from '../api/client.ts';
import { idOf, useEndless } from '../api/lists.ts';
import { texts } from '../texts.ts';
import { EndlessList } from '../ui/endless-list.tsx';
import { Moment } from '../ui/moment.tsx';
import { Page } from '../ui/page.tsx';
import { Sentence } from '../ui/sentence.tsx';
import { Empty, Failed, Shown } from '../ui/states.tsx';
import { type Day, among, newest, perDay } from './month.ts';

/** How the changelog describes a publication: by itself, or together with an append. */
const PUBLISHING = /^(?:Published|[A-Z][a-z]+ and published)\b/;

/** Charts of the last month, and the list of all publications. */
export function ActivityPage(): JSX.Element {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId' });
  const changes = useEndless(
    ['changelog', projectId, 'list'],
    '/projects/{project_id}/knowledge-changelog/',
    {
      path: { project_id: projectId },
      query: { limit: 50 },
    },
  );
  if (isForbidden(changes.error))
    return (
      <Page title={texts.activity.title}>
        <Failed error={changes.error} retry={() => void changes.refetch()} />
      </Page>
    );
  return (
    <Page title={texts.activity.title}>
      <Month projectId={projectId} />
      <h2>{texts.activity.changelog}</h2>
      <EndlessList
        list={changes}
        label={texts.activity.changelog}
        keyOf={idOf}
        empty={<Empty>{texts.activity.none}</Empty>}
        render={({ description, user_email, created_at }) => (
          <>
            <p>
              <Sentence>{description}</Sentence>
            </p>
            <p className="soft small">
              {user_email} <Moment at={created_at} />
            </p>
          </>
        )}
      />
    </Page>
  );
}

function Month({ projectId }: { readonly projectId: string }): JSX.Element {
  const month = useQuery({
    queryKey: ['activity', projectId],
    queryFn: ({ signal }) => readMonth(projectId, signal),
    staleTime: 60_000,
  });
  return (
    <section className="stack">
      <h2>{texts.activity.month}</h2>
      <Shown of={month}>
        {(pictures) => (
          <div className="cards">
            {pictures.map(({ name, days }) => (
              <Picture key={name} name={name} days={days} />
            ))}
          </div>
        )}
      </Shown>
    </section>
  );
}

interface PictureProps {
  readonly name: string;
  /** Oldest day first. */
  readonly days: readonly Day[];
}

function Picture({ name, days }: PictureProps): JSX.Element {
  const most = Math.max(...days.map(({ count }) => count), 1);
  const sum = days.reduce((all, { count }) => all + count, 0);
  return (
    <figure className="card picture">
      <figcaption className="row">
        <span className="grow soft small">{name}</span>
        <strong>{sum.toLocaleString('en')}</strong>
      </figcaption>
      <div className="bars" aria-hidden="true">
        {days.map(({ name: day, count }) => (
          <span
            key={day}
            data-empty={count === 0}
            title={texts.activity.perDay(day, count)}
            style={{ height: `${(count / most) * 100}%` }}
          />
        ))}
      </div>
    </figure>
  );
}

/** Signals are listed by their last change, which is no earlier than their opening or closing; interviews by their assignment. */
async function readMonth(projectId: string, signal: AbortSignal): Promise<PictureProps[]> {
  const init = { path: { project_id: projectId }, signal };
  const limited = { ...init, query: { limit: 200 } };
  const completed = { ...init, query: { limit: 200, status: 'completed' } };
  const [signals, changes, interviews] = await Promise.all([
    newest(api.items('/projects/{project_id}/signals/', limited), ({ updated_at }) => updated_at),
    newest(api.items('/projects/{project_id}/knowledge-changelog/', limited), ({ created_at }) => created_at),
    among(api.items('/projects/{project_id}/interviews/', completed), ({ updated_at }) => updated_at),
  ]);
  const reviewed = signals.flatMap(({ reviewed_at }) => reviewed_at ?? []);
  const published = changes.filter(({ description }) => PUBLISHING.test(description));
  return [
    { name: texts.activity.signalsOpened, days: perDay(signals.map(({ created_at }) => created_at)) },
    { name: texts.activity.signalsClosed, days: perDay(reviewed) },
    { name: texts.activity.published, days: perDay(published.map(({ created_at }) => created_at)) },
    { name: texts.activity.interviewed, days: perDay(interviews.map(({ updated_at }) => updated_at)) },
  ];
}
