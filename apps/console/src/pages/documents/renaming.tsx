import { type JSX, useState } from 'react';
import type { Schemas } from '@pks/client';
import { useMutation } from '@tanstack/react-query';
import { api, queryClient, showChanged } from '../../api/client.ts';
import { texts } from '../../texts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Text } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { tell } from '../../ui/toasts.tsx';

interface Props {
  readonly projectId: string;
  readonly detail: Schemas['DocumentDetail'];
  readonly onClose: () => void;
}

/** What a document is called; its file stays as it is. */
export function Renaming({ projectId, detail, onClose }: Props): JSX.Element {
  const [name, setName] = useState(detail.name);
  const rename = useMutation({
    mutationFn: () =>
      api.patch('/projects/{project_id}/documents/{document_id}/', {
        path: { project_id: projectId, document_id: detail.id },
        body: { name },
      }),
    onSuccess: async (renamed) => {
      onClose();
      tell(texts.documents.renamed);
      await showChanged(['document', projectId, detail.id], () => renamed);
      void queryClient.invalidateQueries({ queryKey: ['documents', projectId] });
    },
  });
  return (
    <Dialog title={texts.documents.rename} onClose={onClose}>
      <Form
        onSubmit={() => rename.mutate()}
        submit={texts.save}
        isPending={rename.isPending}
        error={rename.error}
        onCancel={onClose}
      >
        <Text
          label={texts.documents.name}
          name="name"
          required
          autoFocus
          maxLength={255}
          value={name}
          onChange={setName}
          error={rename.error}
        />
      </Form>
    </Dialog>
  );
}
