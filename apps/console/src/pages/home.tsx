import type { JSX } from 'react';
import type { Page, Schemas } from '@pks/client';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link, linkOptions, useParams } from '@tanstack/react-router';
import { api, sentenceOf } from '../api/client.ts';
import { useSignalCounts, useUnread } from '../api/project.ts';
import { useIsAdmin, useMe } from '../api/session.ts';
import { texts } from '../texts.ts';
import { Moment } from '../ui/moment.tsx';
import { Page as Frame } from '../ui/page.tsx';
import { Sentence } from '../ui/sentence.tsx';
import { Empty, Shown } from '../ui/states.tsx';

/** What changed, and what needs the user's attention. */
export function HomePage(): JSX.Element {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId' });
  const { data: me } = useMe();
  const isAdmin = useIsAdmin(projectId);
  return (
    <Frame title={me?.projects.find(({ id }) => id === projectId)?.name ?? texts.nav.home}>
      <Waiting projectId={projectId} />
      {isAdmin && <Numbers projectId={projectId} />}
      {isAdmin ? <Changes projectId={projectId} /> : <Published projectId={projectId} />}
    </Frame>
  );
}

function useArtifactsInScope(projectId: string): UseQueryResult<Page<Schemas['ArtifactItem']>> {
  return useQuery({
    queryKey: ['artifacts', projectId, 'in_scope', 'first'],
    queryFn: ({ signal }) =>
      api.get('/projects/{project_id}/artifacts/', {
        path: { project_id: projectId },
        query: { scope: 'in_scope', limit: 200 },
        signal,
      }),
  });
}

function Waiting({ projectId }: { readonly projectId: string }): JSX.Element {
  const isAdmin = useIsAdmin(projectId);
  const [path, params] = [{ project_id: projectId }, { projectId }];
  const [signals, artifacts] = [useSignalCounts(projectId), useArtifactsInScope(projectId)];
  const mine = useQuery({
    queryKey: ['interviews', projectId, 'mine', 'count'],
    queryFn: ({ signal }) =>
      api.get('/projects/{project_id}/interviews/', {
        path,
        query: { assigned_to: 'me', status: 'pending,in_progress', limit: 1 },
        signal,
      }),
  });
  const unread = useUnread(projectId);
  const ahead =
    artifacts.data?.results.filter(
      ({ head_version_number: head, published_version_number: published }) => head > (published ?? 0),
    ).length ?? 0;
  const waiting = [
    {
      n: isAdmin ? (signals.data?.to_review ?? 0) : 0,
      say: texts.home.signals,
      link: linkOptions({ to: '/projects/$projectId/signals', params }),
    },
    {
      n: mine.data?.count ?? 0,
      say: texts.home.interviews,
      link: linkOptions({ to: '/projects/$projectId/interviews', params, search: { tab: 'mine' } }),
    },
    {
      n: unread.data?.count ?? 0,
      say: texts.home.unread,
      link: linkOptions({ to: '/projects/$projectId/inbox', params }),
    },
    {
      n: isAdmin ? ahead : 0,
      say: texts.home.unpublished,
      link: linkOptions({ to: '/projects/$projectId/artifacts', params }),
    },
  ];
  const some = waiting.filter(({ n }) => n > 0);
  const asked = [mine, unread, ...(isAdmin ? [signals, artifacts] : [])];
  return (
    <section className="card" aria-labelledby="waiting">
      <h2 id="waiting">{texts.home.waiting}</h2>
      {some.length > 0 && (
        <ul className="stack">
          {some.map(({ n, say, link }) => (
            <li key={link.to}>
              <Link {...link}>{say(n)}</Link>
            </li>
          ))}
        </ul>
      )}
      <Unlisted asked={asked} isEmpty={some.length === 0} />
    </section>
  );
}

interface UnlistedProps {
  readonly asked: readonly UseQueryResult[];
  /** Whether nothing is listed. */
  readonly isEmpty: boolean;
}

/** Says why the list may not be complete; and that nothing needs attention only after everything was read. */
function Unlisted({ asked, isEmpty }: UnlistedProps): JSX.Element | null {
  const failed = asked.find(({ error }) => error !== null);
  if (failed) return <p className="soft">{sentenceOf(failed.error)}</p>;
  if (!isEmpty) return null;
  const isLoading = asked.some(({ isPending }) => isPending);
  return <p className="soft">{isLoading ? texts.loading : texts.home.nothing}</p>;
}

function Numbers({ projectId }: { readonly projectId: string }): JSX.Element {
  const path = { project_id: projectId };
  const [signals, artifacts] = [useSignalCounts(projectId), useArtifactsInScope(projectId)];
  const feed = useQuery({
    queryKey: ['interviews', projectId, 'counts'],
    queryFn: ({ signal }) =>
      api.get('/projects/{project_id}/interviews/feed/', { path, query: { limit: 1 }, signal }),
  });
  const documents = useQuery({
    queryKey: ['documents', projectId, 'count'],
    queryFn: ({ signal }) =>
      api.get('/projects/{project_id}/documents/', { path, query: { limit: 1 }, signal }),
  });
  const numbers = [
    [texts.home.artifacts, artifacts.data?.count, artifacts.isError],
    [texts.home.documents, documents.data?.count, documents.isError],
    [texts.home.openSignals, signals.data?.to_review, signals.isError],
    [texts.home.interviewed, feed.data && (feed.data.status_counts.completed ?? 0), feed.isError],
  ] as const;
  return (
    <section aria-label={texts.home.counts}>
      <dl className="numbers">
        {numbers.map(([name, value, isFailed]) => (
          <div key={name} className="card">
            <dt className="soft small">{name}</dt>
            <dd>{value?.toLocaleString('en') ?? (isFailed ? '–' : '…')}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The number of changes shown. */
const MOST = 8;

/** The readable artifacts, newest first: for users who may not read the changelog. */
function Published({ projectId }: { readonly projectId: string }): JSX.Element {
  const artifacts = useArtifactsInScope(projectId);
  return (
    <section className="stack" aria-labelledby="changes">
      <h2 id="changes">{texts.home.changes}</h2>
      <Shown of={artifacts}>
        {({ results }) => {
          const published = results
            .filter(({ published_version_number: version }) => version !== null)
            .sort((a, b) => (b.head_updated_at ?? '').localeCompare(a.head_updated_at ?? ''))
            .slice(0, MOST);
          return published.length === 0 ? (
            <Empty>{texts.home.noChanges}</Empty>
          ) : (
            <ul className="rows">
              {published.map(({ slug, title, definition_short, head_updated_at }) => (
                <li key={slug}>
                  <Link to="/projects/$projectId/artifacts/$slug" params={{ projectId, slug }}>
                    {title}
                  </Link>
                  <p className="soft small">
                    <bdi>{definition_short}</bdi>{' '}
                    {head_updated_at !== null && <Moment at={head_updated_at} />}
                  </p>
                </li>
              ))}
            </ul>
          );
        }}
      </Shown>
    </section>
  );
}

function Changes({ projectId }: { readonly projectId: string }): JSX.Element {
  const changes = useQuery({
    queryKey: ['changelog', projectId, 'first'],
    queryFn: ({ signal }) =>
      api.get('/projects/{project_id}/knowledge-changelog/', {
        path: { project_id: projectId },
        query: { limit: MOST },
        signal,
      }),
  });
  return (
    <section className="stack" aria-labelledby="changes">
      <h2 id="changes">{texts.home.changes}</h2>
      <Shown of={changes}>
        {({ results }) =>
          results.length === 0 ? (
            <Empty>{texts.home.noChanges}</Empty>
          ) : (
            <ul className="rows">
              {results.map(({ id, description, created_at, user_email }) => (
                <li key={id}>
                  <p>
                    <Sentence>{description}</Sentence>
                  </p>
                  <p className="soft small">
                    {user_email} <Moment at={created_at} />
                  </p>
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
    </section>
  );
}
