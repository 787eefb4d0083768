import { type JSX, useRef, useState } from 'react';
import { type Schemas, Unreachable } from '@pks/client';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { api, queryClient, sentenceOf, showChanged } from '../../api/client.ts';
import { useIsAdmin } from '../../api/session.ts';
import { texts } from '../../texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { bytesText } from '../../ui/bytes.ts';
import { Question } from '../../ui/dialog.tsx';
import { Text } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { Gone } from '../../ui/gone.tsx';
import { useLead } from '../../ui/lead.ts';
import { Moment } from '../../ui/moment.tsx';
import { Page } from '../../ui/page.tsx';
import { Sentence } from '../../ui/sentence.tsx';
import { Shown } from '../../ui/states.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { Written } from '../../ui/written.tsx';
import { LabelLink } from './labels.tsx';
import { isUnderWay, useDocument, usePageText } from './queries.ts';
import { Renaming } from './renaming.tsx';

const ROUTE = '/signed-in/projects/$projectId/documents/$documentId';

export function DocumentPage(): JSX.Element {
  const { projectId, documentId } = useParams({ from: ROUTE });
  const document = useDocument(projectId, documentId);
  return (
    <Shown of={document} title={texts.documents.title} gone={<Gone what="document" projectId={projectId} />}>
      {(detail) => <Document key={detail.id} projectId={projectId} detail={detail} />}
    </Shown>
  );
}

interface Props {
  readonly projectId: string;
  readonly detail: Schemas['DocumentDetail'];
}

function Document({ projectId, detail }: Props): JSX.Element {
  const isAdmin = useIsAdmin(projectId);
  return (
    <Page title={detail.name} actions={<Actions projectId={projectId} detail={detail} isAdmin={isAdmin} />}>
      <p className="row soft small">
        <Badge tone={detail.indexing_status === 'failed' ? 'bad' : 'plain'}>
          {texts.documents.indexing[detail.indexing_status]}
        </Badge>
        {bytesText(detail.file_size)} · {detail.content_type} · {texts.documents.uploadedBy}{' '}
        {detail.uploaded_by.email} <Moment at={detail.created_at} />
      </p>
      {detail.indexing_error !== null && (
        <p className="notice bad">
          <Sentence>{detail.indexing_error}</Sentence>
        </p>
      )}
      <Labels projectId={projectId} detail={detail} isAdmin={isAdmin} />
      <PageText projectId={projectId} detail={detail} />
    </Page>
  );
}

interface AdminProps extends Props {
  readonly isAdmin: boolean;
}

function Actions({ projectId, detail, isAdmin }: AdminProps): JSX.Element {
  const [open, setOpen] = useState<'rename' | 'remove' | null>(null);
  const close = (): void => setOpen(null);
  const lead = useLead();
  const path = { project_id: projectId, document_id: detail.id };
  const download = useMutation({
    mutationFn: async () => {
      const file = await api.file('/projects/{project_id}/documents/{document_id}/content/', { path });
      save(await wholeOf(file), detail.name);
    },
    onError: (error) => showToast(sentenceOf(error), { isBad: true }),
  });
  const remove = async (): Promise<void> => {
    await api.delete('/projects/{project_id}/documents/{document_id}/', { path });
    await lead({ to: '/projects/$projectId/documents', params: { projectId } });
    queryClient.removeQueries({ queryKey: ['document', projectId, detail.id] });
    void queryClient.invalidateQueries({ queryKey: ['documents', projectId] });
    showToast(texts.documents.removed);
  };
  return (
    <>
      <Button isPending={download.isPending} onPress={() => download.mutate()}>
        {texts.documents.download}
      </Button>
      {isAdmin && (
        <>
          <Button onPress={() => setOpen('rename')}>{texts.documents.rename}</Button>
          <Button look="quiet" onPress={() => setOpen('remove')}>
            {texts.remove}
          </Button>
        </>
      )}
      {open === 'rename' && <Renaming projectId={projectId} detail={detail} onClose={close} />}
      {open === 'remove' && (
        <Question
          title={texts.remove}
          body={texts.documents.removeQuestion(detail.name)}
          submit={texts.remove}
          act={remove}
          onClose={close}
        />
      )}
    </>
  );
}

/** @throws Unreachable if the transfer of the file breaks off. */
function wholeOf(file: Response): Promise<Blob> {
  return file.blob().catch((error: unknown) => {
    throw new Unreachable(error);
  });
}

function save(blob: Blob, name: string): void {
  const link = window.document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

const NO_LABEL = { key: '', value: '' };

function Labels({ projectId, detail, isAdmin }: AdminProps): JSX.Element {
  const [label, setLabel] = useState(NO_LABEL);
  const typed = useRef(NO_LABEL);
  const write = (next: typeof NO_LABEL): void => {
    typed.current = next;
    setLabel(next);
  };
  const section = useRef<HTMLElement>(null);
  const path = { project_id: projectId, document_id: detail.id };
  const show = async (changed: Schemas['DocumentDetail']): Promise<void> => {
    await showChanged(['document', projectId, detail.id], () => changed);
    void queryClient.invalidateQueries({ queryKey: ['documents', projectId] });
  };
  const add = useMutation({
    mutationFn: (body: typeof NO_LABEL) =>
      api.post('/projects/{project_id}/documents/{document_id}/metadata-add/', { path, body }),
    onSuccess: async (changed, added) => {
      await show(changed);
      // The next label may have been begun meanwhile.
      if (typed.current !== added) return;
      write(NO_LABEL);
      // The next label begins with its key.
      section.current?.querySelector<HTMLInputElement>('input[name="key"]')?.focus();
    },
  });
  const remove = useMutation({
    mutationFn: (pair: { key: string; value: string }) =>
      api.post('/projects/{project_id}/documents/{document_id}/metadata-remove-pair/', { path, body: pair }),
    onSuccess: ({ document }) => show(document),
    onError: (error) => showToast(sentenceOf(error), { isBad: true }),
  });
  return (
    <section ref={section} className="card stack">
      <h2>{texts.documents.labels}</h2>
      {detail.metadata.length === 0 && <p className="soft">{texts.documents.noLabels}</p>}
      <ul className="row">
        {detail.metadata.map(([one = '', of = '']) => (
          <li key={`${one}=${of}`}>
            <LabelLink projectId={projectId} name={one} value={of} />
            {isAdmin && (
              <Button
                look="quiet"
                size="small"
                aria-label={texts.documents.removeLabel(one, of)}
                onPress={() => !remove.isPending && remove.mutate({ key: one, value: of })}
              >
                ✕
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isAdmin && (
        <Form
          onSubmit={() => add.mutate(label)}
          submit={texts.documents.addLabel}
          isPending={add.isPending}
          error={add.error}
        >
          <div className="row">
            <Text
              label={texts.documents.key}
              name="key"
              required
              value={label.key}
              onChange={(key) => write({ ...label, key })}
              error={add.error}
            />
            <Text
              label={texts.documents.value}
              name="value"
              required
              value={label.value}
              onChange={(value) => write({ ...label, value })}
              error={add.error}
            />
          </div>
        </Form>
      )}
    </section>
  );
}

/** The text of one page, with the words that a search found. */
function PageText({ projectId, detail }: Props): JSX.Element | null {
  const search = useSearch({ from: ROUTE });
  const { mark = '' } = search;
  // The address may name a page that does not exist.
  const page = Math.min(search.page ?? 1, Math.max(detail.page_count, 1));
  const navigate = useNavigate();
  const text = usePageText(projectId, detail, page);
  // The buttons stay enabled, because a disabled button would lose the focus.
  const turn = (to: number): void => {
    if (to < 1 || to > detail.page_count) return;
    void navigate({
      to: '/projects/$projectId/documents/$documentId',
      params: { projectId, documentId: detail.id },
      search: (before) => ({ ...before, page: to }),
    });
  };
  if (detail.indexing_status === 'failed') return null;
  const isUnread = text.data
    ? text.data.text === null && isUnderWay(text.data.indexing_status)
    : detail.indexing_status === 'created';
  if (isUnread) return <p className="soft">{texts.documents.notRead}</p>;
  return (
    <section className="card stack" aria-label={texts.documents.page}>
      {detail.page_count > 1 && (
        <div className="row">
          <Button size="small" aria-disabled={page <= 1} onPress={() => turn(page - 1)}>
            {texts.documents.previous}
          </Button>
          <span className="soft small">
            {texts.documents.page} {page} / {detail.page_count}
          </span>
          <Button size="small" aria-disabled={page >= detail.page_count} onPress={() => turn(page + 1)}>
            {texts.documents.next}
          </Button>
        </div>
      )}
      <Shown of={text}>
        {(found) =>
          found.text ? (
            <p className="page-text">
              <Written text={found.text} words={mark.split(' ')} />
            </p>
          ) : (
            <p className="soft">{texts.documents.noText}</p>
          )
        }
      </Shown>
    </section>
  );
}
