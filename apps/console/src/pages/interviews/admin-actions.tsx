import { type JSX, useState } from 'react';
import type { Schemas } from '@pks/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, queryClient, sentenceOf } from '../../api/client.ts';
import { texts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, Question } from '../../ui/dialog.tsx';
import { Choice } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { tell } from '../../ui/toasts.tsx';
import { type Of, pathOf } from './queries.ts';

interface Props {
  readonly of: Of;
  readonly interview: Schemas['Interview'];
}

/** What admins do with an interview: remind, write down what was learned, delete. */
export function AdminActions({ of, interview }: Props): JSX.Element {
  const [open, setOpen] = useState<'write' | 'remove' | null>(null);
  const navigate = useNavigate();
  const path = pathOf(of);
  const close = (): void => setOpen(null);
  const remind = useMutation({
    mutationFn: () => api.post('/projects/{project_id}/interviews/{interview_id}/send-reminder/', { path }),
    onSuccess: () => tell(texts.interviews.reminded),
    onError: (error) => tell(sentenceOf(error), { isBad: true }),
  });
  const remove = async (): Promise<void> => {
    await api.delete('/projects/{project_id}/interviews/{interview_id}/', { path });
    await navigate({ to: '/projects/$projectId/interviews', params: { projectId: of.projectId } });
    void queryClient.invalidateQueries({ queryKey: ['interviews', of.projectId] });
  };
  const isOpen = interview.status === 'pending' || interview.status === 'in_progress';
  return (
    <>
      {isOpen && interview.assigned_to_email !== null && (
        <Button size="small" isPending={remind.isPending} onPress={() => remind.mutate()}>
          {texts.interviews.remind}
        </Button>
      )}
      {interview.message_count > 0 && (
        <Button size="small" onPress={() => setOpen('write')}>
          {texts.interviews.write}
        </Button>
      )}
      <Button size="small" look="quiet" onPress={() => setOpen('remove')}>
        {texts.remove}
      </Button>
      {open === 'write' && <Write of={of} onClose={close} />}
      {open === 'remove' && (
        <Question
          title={texts.remove}
          body={interview.name}
          submit={texts.remove}
          act={remove}
          onClose={close}
        />
      )}
    </>
  );
}

/** Appends what was learned to an artifact, as a new version. */
function Write({ of, onClose }: { readonly of: Of; readonly onClose: () => void }): JSX.Element {
  const [chosen, setChosen] = useState('');
  const navigate = useNavigate();
  const artifacts = useQuery({
    queryKey: ['artifacts', of.projectId, 'choice'],
    queryFn: ({ signal }) =>
      api.get('/projects/{project_id}/artifacts/', {
        path: { project_id: of.projectId },
        query: { scope: 'in_scope', limit: 200 },
        signal,
      }),
  });
  const options = artifacts.data?.results.map(({ slug, title }) => [slug, title] as const) ?? [];
  const slug = chosen || (options[0]?.[0] ?? '');
  const write = useMutation({
    mutationFn: () =>
      api.post('/projects/{project_id}/interviews/{interview_id}/write/', {
        path: pathOf(of),
        body: { slug },
      }),
    onSuccess: async ({ version_number: version }) => {
      tell(texts.interviews.written(version));
      void queryClient.invalidateQueries({ queryKey: ['artifact', of.projectId, slug] });
      await navigate({
        to: '/projects/$projectId/artifacts/$slug',
        params: { projectId: of.projectId, slug },
        search: { tab: 'read', version },
      });
    },
  });
  return (
    <Dialog title={texts.interviews.write} onClose={onClose}>
      <Form
        onSubmit={() => write.mutate()}
        submit={texts.interviews.write}
        isPending={write.isPending}
        error={write.error}
        onCancel={onClose}
        isDisabled={slug === ''}
      >
        <Choice label={texts.artifacts.title} value={slug} options={options} onChange={setChosen} />
      </Form>
    </Dialog>
  );
}
