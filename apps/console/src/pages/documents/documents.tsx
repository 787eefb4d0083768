import { type JSX, useDeferredValue } from 'react';
import type { Schemas } from '@pks/client';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { type Endless, idOf, useEndless } from '../../api/lists.ts';
import { useMe } from '../../api/session.ts';
import { texts } from '../../texts.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { bytesText } from '../../ui/bytes.ts';
import { EndlessList } from '../../ui/endless-list.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Page } from '../../ui/page.tsx';
import { SearchField, useTyped } from '../../ui/search-field.tsx';
import { Empty } from '../../ui/states.tsx';
import { documentFiltersIn } from './filters.ts';
import { LabelFilter, LabelLink, useLabelled } from './labels.tsx';
import { Uploading } from './uploading.tsx';

const ROUTE = '/signed-in/projects/$projectId/documents';

type Status = Schemas['DocumentIndexing']['status'];

const TONES: Readonly<Record<Status, Tone>> = {
  created: 'plain',
  indexing: 'accent',
  active: 'good',
  failed: 'bad',
};
/** How often to check the status of documents that are being read. Milliseconds. */
const ASKED_MS = 2_000;

export function DocumentsPage(): JSX.Element {
  const { projectId } = useParams({ from: ROUTE });
  const { labels = [], q = '' } = useSearch({ from: ROUTE });
  const { data: me } = useMe();
  return (
    <Page title={texts.documents.title}>
      {me && <Uploading userId={me.id} projectId={projectId} />}
      <LabelFilter projectId={projectId} labels={labels} />
      {labels.length > 0 ? (
        <Labelled projectId={projectId} labels={labels} />
      ) : (
        <Named projectId={projectId} q={q} />
      )}
      <Storage projectId={projectId} />
    </Page>
  );
}

interface Props {
  readonly projectId: string;
}

/** All documents, or those whose names contain a text. */
function Named({ projectId, q }: Props & { readonly q: string }): JSX.Element {
  const [text, setText] = useTyped(q);
  const navigate = useNavigate();
  const show = (): void =>
    void navigate({
      to: '/projects/$projectId/documents',
      params: { projectId },
      search: (before) => documentFiltersIn({ ...before, q: text }),
      replace: true,
      resetScroll: false,
    });
  const search = useDeferredValue(text.trim());
  const list = useEndless(['documents', projectId, 'list'], '/projects/{project_id}/documents/', {
    path: { project_id: projectId },
    query: { limit: 100, ...(search !== '' && { search }) },
  });
  return (
    <>
      <SearchField
        label={texts.documents.find}
        typed={text}
        onType={setText}
        onSettle={() => text !== q && show()}
      />
      <Documents projectId={projectId} list={list} filter={[search]} />
    </>
  );
}

/** The documents that have a label with one of the values. */
function Labelled({ projectId, labels }: Props & { readonly labels: readonly string[] }): JSX.Element {
  const list = useLabelled(projectId, labels);
  return <Documents projectId={projectId} list={list} filter={labels} />;
}

interface DocumentsProps extends Props {
  readonly list: Endless<Schemas['DocumentItem']>;
  readonly filter: readonly string[];
}

function Documents({ projectId, list, filter }: DocumentsProps): JSX.Element {
  const statuses = useStatuses(projectId);
  const isFiltered = filter.some((one) => one !== '');
  return (
    <EndlessList
      list={list}
      filter={filter}
      label={texts.documents.title}
      keyOf={idOf}
      empty={<Empty>{isFiltered ? texts.documents.noneFound : texts.documents.none}</Empty>}
      render={(document) => (
        <DocumentRow projectId={projectId} document={document} status={statuses.get(document.id)} />
      )}
    />
  );
}

/** The indexing status of the newest documents, checked again while some are being read. */
function useStatuses(projectId: string): ReadonlyMap<string, Status> {
  const { data } = useQuery({
    queryKey: ['documents', projectId, 'statuses'],
    queryFn: ({ signal }) =>
      api.get('/projects/{project_id}/documents/indexing-status/', {
        path: { project_id: projectId },
        signal,
      }),
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'created' || status === 'indexing') ? ASKED_MS : false,
  });
  return new Map(data?.map(({ id, status }) => [id, status]));
}

interface RowProps {
  readonly projectId: string;
  readonly document: Schemas['DocumentItem'];
  readonly status: Status | undefined;
}

function DocumentRow({ projectId, document, status }: RowProps): JSX.Element {
  return (
    <>
      <div className="row">
        <Link
          className="grow truncate"
          to="/projects/$projectId/documents/$documentId"
          params={{ projectId, documentId: document.id }}
        >
          {document.name}
        </Link>
        {status && status !== 'active' && (
          <Badge tone={TONES[status]}>{texts.documents.indexing[status]}</Badge>
        )}
      </div>
      <p className="soft small">
        {bytesText(document.file_size)}
        {document.page_count > 1 && ` · ${texts.documents.pages(document.page_count)}`} ·{' '}
        <Moment at={document.created_at} />
        {document.metadata.slice(0, 3).map(([name = '', value = '']) => (
          <span key={`${name}=${value}`}>
            {' '}
            <LabelLink projectId={projectId} name={name} value={value} />
          </span>
        ))}
      </p>
    </>
  );
}

function Storage({ projectId }: { readonly projectId: string }): JSX.Element | null {
  const { data } = useQuery({
    queryKey: ['documents', projectId, 'storage'],
    queryFn: ({ signal }) =>
      api.get('/projects/{project_id}/documents/storage/', { path: { project_id: projectId }, signal }),
  });
  if (!data) return null;
  return (
    <p className="soft small">
      {texts.documents.storage(bytesText(data.stored_bytes), bytesText(data.allowed_bytes))}
    </p>
  );
}
