import { type JSX, useState } from 'react';
import type { Schemas } from '@pks/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, queryClient } from '../../api/client.ts';
import { texts } from '../../texts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Choice } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { useLead } from '../../ui/lead.ts';
import { Shown } from '../../ui/states.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { everyArtifact } from '../artifact/queries.ts';
import { type Of, pathOf } from './queries.ts';

type Artifact = Schemas['ArtifactItem'];

/** The artifacts to which an interview can be written. */
const markdownOnes = (artifacts: readonly Artifact[]): Artifact[] =>
  artifacts.filter(({ technical_type: type }) => type === 'markdown');

interface Props {
  readonly of: Of;
  readonly onClose: () => void;
}

/** Appends the interview to an artifact, as a new version. */
export function Write({ of, onClose }: Props): JSX.Element {
  const { projectId } = of;
  const [chosen, setChosen] = useState('');
  const lead = useLead();
  const artifacts = useQuery({
    queryKey: ['artifacts', projectId, 'every', 'all'],
    queryFn: ({ signal }) => everyArtifact(projectId, 'all', signal),
    select: markdownOnes,
  });
  const slug = chosen || (artifacts.data?.[0]?.slug ?? '');
  const write = useMutation({
    mutationFn: () =>
      api.post('/projects/{project_id}/interviews/{interview_id}/write/', {
        path: pathOf(of),
        body: { slug },
      }),
    onSuccess: async ({ version_number: version }) => {
      showToast(texts.interviews.written(version));
      for (const key of ['artifact', 'artifacts'])
        void queryClient.invalidateQueries({ queryKey: [key, projectId] });
      await lead({
        ignoreBlocker: true,
        to: '/projects/$projectId/artifacts/$slug',
        params: { projectId, slug },
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
        <Shown of={artifacts}>
          {(items) =>
            items.length === 0 ? (
              <p>{texts.artifacts.none}</p>
            ) : (
              <Choice
                label={texts.interviews.artifact}
                name="slug"
                value={slug}
                options={items.map((item) => [item.slug, item.title] as const)}
                onChange={setChosen}
              />
            )
          }
        </Shown>
      </Form>
    </Dialog>
  );
}
