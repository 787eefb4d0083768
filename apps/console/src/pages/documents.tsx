import { type JSX, useDeferredValue, useRef, useState } from 'react';
import type { Schemas } from '@pks/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { DropZone, FileTrigger, isFileDropItem } from 'react-aria-components';
import { api, queryClient } from '../api/client.ts';
import { useEndless } from '../api/lists.ts';
import { upload } from '../api/upload.ts';
import { texts } from '../texts.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { bytesText } from '../ui/bytes.ts';
import { EndlessList } from '../ui/endless-list.tsx';
import { Text } from '../ui/fields.tsx';
import { Refusal } from '../ui/form.tsx';
import { Moment } from '../ui/moment.tsx';
import { Page } from '../ui/page.tsx';
import { Progress } from '../ui/progress.tsx';
import { Empty } from '../ui/states.tsx';
import { tell } from '../ui/toasts.tsx';

type Status = Schemas['DocumentIndexing']['status'];

const TONES: Readonly<Record<Status, Tone>> = {
  created: 'plain',
  indexing: 'accent',
  active: 'good',
  failed: 'bad',
};
/** How often the state of documents that are not read yet is asked for. Milliseconds. */
const ASKED_MS = 2_000;

export function DocumentsPage(): JSX.Element {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId' });
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim());
  const documents = useEndless(['documents', projectId, 'list'], '/projects/{project_id}/documents/', {
    path: { project_id: projectId },
    query: { limit: 100, ...(search !== '' && { search }) },
  });
  const statuses = useStatuses(projectId);
  return (
    <Page title={texts.documents.title}>
      <Uploading projectId={projectId} />
      <div className="toolbar">
        <div className="grow">
          <Text label={texts.documents.find} type="search" value={text} onChange={setText} />
        </div>
        <Storage projectId={projectId} />
      </div>
      <EndlessList
        list={documents}
        label={texts.documents.title}
        keyOf={({ id }) => id}
        empty={<Empty>{search === '' ? texts.documents.none : texts.documents.noneFound}</Empty>}
        render={(document) => (
          <DocumentRow projectId={projectId} document={document} status={statuses.get(document.id)} />
        )}
      />
    </Page>
  );
}

/** How far the newest documents are, asked for again while some are being read. */
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
        {document.page_count > 0 && ` · ${texts.documents.pages(document.page_count)}`} ·{' '}
        <Moment at={document.created_at} />
        {document.metadata.slice(0, 3).map((pair) => (
          <span key={pair.join('=')}>
            {' '}
            <Badge>{pair.join(': ')}</Badge>
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

/** Files by dropping or choosing, with how much of them has arrived. */
function Uploading({ projectId }: { readonly projectId: string }): JSX.Element {
  const [share, setShare] = useState(0);
  const controller = useRef(new AbortController());
  const sending = useMutation({
    mutationFn: (files: readonly File[]) => {
      setShare(0);
      controller.current = new AbortController();
      return upload({ projectId, files, onProgress: setShare, signal: controller.current.signal });
    },
    onSuccess: async (_nothing, files) => {
      tell(texts.documents.uploaded(files.length));
      await queryClient.invalidateQueries({ queryKey: ['documents', projectId] });
    },
  });
  const send = (files: readonly File[]): void => {
    if (files.length > 0) sending.mutate(files);
  };
  return (
    <DropZone
      className="drop"
      aria-label={texts.documents.upload}
      onDrop={({ items }) =>
        void Promise.all(items.filter(isFileDropItem).map((item) => item.getFile())).then(send)
      }
    >
      {sending.isPending ? (
        <>
          <p role="status">{texts.documents.uploading(sending.variables.length)}</p>
          <Progress label={texts.documents.upload} share={share} />
          <Button size="small" onPress={() => controller.current.abort()}>
            {texts.cancel}
          </Button>
        </>
      ) : (
        <>
          <p>{texts.documents.drop}</p>
          <FileTrigger allowsMultiple onSelect={(files) => send([...(files ?? [])])}>
            <Button look="primary">{texts.documents.upload}</Button>
          </FileTrigger>
          <p className="soft small">{texts.documents.dropHint}</p>
        </>
      )}
      <Refusal error={sending.error?.name === 'AbortError' ? null : sending.error} />
    </DropZone>
  );
}
