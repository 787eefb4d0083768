import { type JSX, useState } from 'react';
import type { Schemas } from '@pks/client';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { api } from '../api/client.ts';
import { texts } from '../texts.ts';
import { Badge } from '../ui/badge.tsx';
import { Check, Choice, Text } from '../ui/fields.tsx';
import { Button } from '../ui/button.tsx';
import { Joined } from '../ui/joined.tsx';
import { Page } from '../ui/page.tsx';
import { Empty, Shown } from '../ui/states.tsx';
import { Written } from '../ui/written.tsx';
import { type Query, SOURCE_KINDS, type SourceKind, queryIn } from './search-filters.ts';

/** The longest query: the service accepts 2,000 characters, but in an address each may take nine. */
const LONGEST = 1_500;

type Passage = Schemas['FoundPassage'];

export function SearchPage(): JSX.Element {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId' });
  const {
    q = '',
    mode = 'both',
    kinds = SOURCE_KINDS,
  } = useSearch({ from: '/signed-in/projects/$projectId/search' });
  const [query, setQuery] = useState(q);
  const [shown, setShown] = useState(q);
  if (shown !== q) {
    setShown(q);
    setQuery(q);
  }
  const navigate = useNavigate();
  const show = (change: Query, replace = false): void =>
    void navigate({
      to: '/projects/$projectId/search',
      params: { projectId },
      search: (before) => queryIn({ ...before, ...change }),
      replace,
    });
  const toggle = (kind: SourceKind, isIn: boolean): void =>
    void navigate({
      to: '/projects/$projectId/search',
      params: { projectId },
      search: ({ kinds: before = SOURCE_KINDS, ...rest }) =>
        queryIn({
          ...rest,
          kinds: SOURCE_KINDS.filter((one) => (one === kind ? isIn : before.includes(one))),
        }),
      replace: true,
    });
  const { searching } = texts;
  return (
    <Page title={searching.title}>
      <form
        role="search"
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          show({ q: query.trim() });
        }}
      >
        <div className="toolbar">
          <div className="grow">
            <Text
              label={searching.label}
              type="search"
              autoFocus
              maxLength={LONGEST}
              value={query}
              onChange={setQuery}
            />
          </div>
          <Choice
            label={searching.mode}
            value={mode}
            options={searching.modes}
            onChange={(next) => show({ mode: next }, true)}
          />
          <Button type="submit" look="primary">
            {texts.search}
          </Button>
        </div>
        <fieldset className="row plain-fieldset">
          <legend className="hidden-visually">{searching.kindLabel}</legend>
          {SOURCE_KINDS.map((kind) => (
            <Check key={kind} isSelected={kinds.includes(kind)} onChange={(isIn) => toggle(kind, isIn)}>
              {searching.kinds[kind]}
            </Check>
          ))}
        </fieldset>
      </form>
      <Found projectId={projectId} query={q} mode={mode} kinds={kinds} />
    </Page>
  );
}

interface FoundProps {
  readonly projectId: string;
  readonly query: string;
  readonly mode: 'both' | 'words' | 'meaning';
  readonly kinds: readonly SourceKind[];
}

/** The results; or a hint while there is no query or no kind to search. */
function Found(props: FoundProps): JSX.Element {
  if (props.kinds.length === 0) return <Empty>{texts.searching.noKind}</Empty>;
  if (props.query === '') return <Empty>{texts.searching.start}</Empty>;
  return <Hits {...props} />;
}

function Hits({ projectId, query, mode, kinds }: FoundProps): JSX.Element {
  const hits = useQuery({
    queryKey: ['search', projectId, query, mode, kinds],
    queryFn: ({ signal }) =>
      api.post('/projects/{project_id}/search/', {
        path: { project_id: projectId },
        body: { query, mode, kinds: [...kinds], top_k: 20 },
        signal,
      }),
  });
  const { searching } = texts;
  return (
    <>
      <p className="soft small" role="status">
        {hits.data && hits.data.length > 0 && searching.shown(hits.data.length)}
      </p>
      <Shown of={hits}>
        {(passages) =>
          passages.length === 0 ? (
            <Empty>{searching.none[mode]}</Empty>
          ) : (
            <ol className="rows" aria-label={searching.results}>
              {passages.map((passage, index) => (
                <li key={`${passage.id} ${index}`} className="hit">
                  <p className="row">
                    <Source projectId={projectId} passage={passage} />
                    <Badge>{searching.kinds[passage.kind]}</Badge>
                    <span className="soft small">
                      <Joined parts={placeOf(passage)} />
                    </span>
                  </p>
                  <blockquote>
                    <Written text={passage.text} words={passage.matched_by.words} />
                  </blockquote>
                  {passage.matched_by.words.length === 0 && <p className="soft small">{searching.near}</p>}
                </li>
              ))}
            </ol>
          )
        }
      </Shown>
    </>
  );
}

function placeOf({ heading, page, version_number: version }: Passage): readonly string[] {
  return [
    heading,
    page === null ? '' : texts.searching.page(page),
    version === null ? '' : texts.searching.version(version),
  ];
}

/** Links to the passage in its source. */
function Source({
  projectId,
  passage,
}: {
  readonly projectId: string;
  readonly passage: Passage;
}): JSX.Element {
  const { kind, id, slug, title, page, version_number: version, matched_by } = passage;
  const mark = matched_by.words.join(' ');
  const marking = mark === '' ? {} : { mark };
  if (kind === 'artifact' && slug !== null)
    return (
      <Link
        to="/projects/$projectId/artifacts/$slug"
        params={{ projectId, slug }}
        search={{ ...(version !== null && { version }), ...marking }}
      >
        {title}
      </Link>
    );
  if (kind === 'interview')
    return (
      <Link
        to="/projects/$projectId/interviews/$interviewId"
        params={{ projectId, interviewId: id }}
        search={marking}
      >
        {title}
      </Link>
    );
  return (
    <Link
      to="/projects/$projectId/documents/$documentId"
      params={{ projectId, documentId: id }}
      search={{ ...(page !== null && { page }), ...marking }}
    >
      {title}
    </Link>
  );
}
