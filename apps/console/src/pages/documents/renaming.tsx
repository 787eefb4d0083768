import type { JSX } from 'react';
import type { Schemas } from '@pks/client';
import { useMutation } from '@tanstack/react-query';
import { api, queryClient, showChanged } from '../../api/client.ts';
import { texts } from '../../texts.ts';
import { useWhileOpen } from '../../ui/lead.ts';
import { NameDialog } from '../../ui/name-dialog.tsx';
import { showToast } from '../../ui/toasts.tsx';

interface Props {
  readonly projectId: string;
  readonly detail: Schemas['DocumentDetail'];
  readonly onClose: () => void;
}

/** Renames a document; its file stays unchanged. */
export function Renaming({ projectId, detail, onClose }: Props): JSX.Element {
  const close = useWhileOpen(onClose);
  const rename = useMutation({
    mutationFn: (name: string) =>
      api.patch('/projects/{project_id}/documents/{document_id}/', {
        path: { project_id: projectId, document_id: detail.id },
        body: { name },
      }),
    onSuccess: async (renamed) => {
      close();
      showToast(texts.documents.renamed);
      await showChanged(['document', projectId, detail.id], () => renamed);
      void queryClient.invalidateQueries({ queryKey: ['documents', projectId] });
    },
  });
  return (
    <NameDialog
      title={texts.documents.rename}
      label={texts.documents.name}
      name={detail.name}
      submit={texts.save}
      onClose={onClose}
      mutation={rename}
    />
  );
}
