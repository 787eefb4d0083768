import type { JSX } from 'react';
import type { Item, PagedPath } from '@pks/client';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { api, isForbidden } from '../api/client.ts';
import { idOf, useEndless } from '../api/lists.ts';
import { texts } from '../texts.ts';
import { EndlessList } from '../ui/endless-list.tsx';
import { Moment } from '../ui/moment.tsx';
import { Page } from '../ui/page.tsx';
import { Empty, Failed, Shown } from '../ui/states.tsx';

const DAYS = 30;
const DAY_MS = 86_400_000;
/** Items that are counted at most for a picture of the month. */
const MOST = 2_000;
/** How the service describes what published a version: alone or with the append. */
const PUBLISHING = /^(?:Published|[A-Z][a-z]+ and published)\b/;
const DATE = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' });

/** The month as a picture, and everything that was published. */
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
            <p>{description}</p>
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
  /** The oldest first. */
  readonly days: readonly Day[];
}

interface Day {
  readonly name: string;
  readonly count: number;
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

async function readMonth(projectId: string, signal: AbortSignal): Promise<PictureProps[]> {
  const init = { path: { project_id: projectId }, signal };
  const limited = { ...init, query: { limit: 200 } };
  const [signals, changes, interviews] = await Promise.all([
    recent(
      '/projects/{project_id}/signals/',
      api.items('/projects/{project_id}/signals/', limited),
      'created_at',
    ),
    recent(
      '/projects/{project_id}/knowledge-changelog/',
      api.items('/projects/{project_id}/knowledge-changelog/', limited),
      'created_at',
    ),
    recent(
      '/projects/{project_id}/interviews/',
      api.items('/projects/{project_id}/interviews/', {
        ...init,
        query: { limit: 200, status: 'completed' },
      }),
      'updated_at',
    ),
  ]);
  const reviewed = signals.flatMap(({ reviewed_at }) => reviewed_at ?? []);
  return [
    { name: texts.activity.signalsOpened, days: perDay(signals.map(({ created_at }) => created_at)) },
    { name: texts.activity.signalsClosed, days: perDay(reviewed) },
    {
      name: texts.activity.published,
      days: perDay(
        changes.filter(({ description }) => PUBLISHING.test(description)).map(({ created_at }) => created_at),
      ),
    },
    { name: texts.activity.interviewed, days: perDay(interviews.map(({ updated_at }) => updated_at)) },
  ];
}

/** What of a list, newest first, is of the month. */
async function recent<P extends PagedPath, K extends keyof Item<P>>(
  _path: P,
  items: AsyncIterable<Item<P>>,
  time: K,
): Promise<Item<P>[]> {
  const since = Date.now() - DAYS * DAY_MS;
  const found: Item<P>[] = [];
  for await (const item of items) {
    if (Date.parse(String(item[time])) < since || found.length >= MOST) break;
    found.push(item);
  }
  return found;
}

function perDay(times: readonly string[]): Day[] {
  const now = Date.now();
  const ago = times.map((time) => Math.floor((now - Date.parse(time)) / DAY_MS));
  return Array.from({ length: DAYS }, (_day, index) => {
    const days = DAYS - 1 - index;
    return { name: DATE.format(now - days * DAY_MS), count: ago.filter((one) => one === days).length };
  });
}
