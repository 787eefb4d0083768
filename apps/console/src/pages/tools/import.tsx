import { type JSX, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { api, queryClient } from '../../api/client.ts';
import { useKeptKeys } from '../../api/kept-keys.ts';
import { idOf, loadedOf, useEndless } from '../../api/lists.ts';
import { useMe } from '../../api/session.ts';
import { texts } from '../../texts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Choice } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { useWhileOpen } from '../../ui/lead.ts';
import { showToast } from '../../ui/toasts.tsx';

interface Props {
  readonly projectId: string;
  readonly onClose: () => void;
}

/** Imports a tool of another project that the user also administers. */
export function ImportTool({ projectId, onClose }: Props): JSX.Element {
  const { data: me } = useMe();
  const projects = (me?.projects ?? []).filter(
    ({ id, permissions }) => id !== projectId && permissions.includes('CAN_PERFORM_ADMIN_ACTIONS'),
  );
  const [chosen, setChosen] = useState('');
  const from = chosen || (projects[0]?.id ?? '');
  return (
    <Dialog title={texts.tools.import} onClose={onClose}>
      {from === '' ? (
        <p className="soft">{texts.tools.noProject}</p>
      ) : (
        <>
          <Choice
            label={texts.tools.fromProject}
            value={from}
            options={projects.map(({ id, name }) => [id, name] as const)}
            onChange={setChosen}
          />
          <ToolsOf key={from} projectId={projectId} from={from} onClose={onClose} />
        </>
      )}
    </Dialog>
  );
}

function ToolsOf({ projectId, from, onClose }: Props & { readonly from: string }): JSX.Element {
  const close = useWhileOpen(onClose);
  const [chosen, setChosen] = useState('');
  const list = useEndless(['tools', from, 'list'], '/projects/{project_id}/tools/', {
    path: { project_id: from },
    query: { limit: 200 },
  });
  const tools = loadedOf(list, idOf).filter(({ category }) => category === 'local');
  const toolId = chosen || (tools[0]?.id ?? '');
  const keys = useKeptKeys();
  const send = useMutation({
    mutationFn: () => {
      const [path, body] = [{ project_id: projectId }, { tool_id: toolId }];
      return keys.under(body, (idempotencyKey) =>
        api.post('/projects/{project_id}/tools/import/', { path, body, idempotencyKey }),
      );
    },
    onSuccess: async ({ name }) => {
      close();
      showToast(texts.tools.importedNow(name));
      await queryClient.invalidateQueries({ queryKey: ['tools', projectId] });
    },
  });
  return (
    <Form
      onSubmit={() => send.mutate()}
      submit={texts.tools.import}
      isPending={send.isPending}
      error={send.error ?? list.error}
      onCancel={onClose}
      isDisabled={toolId === ''}
    >
      <Choice
        label={texts.tools.tool}
        name="tool_id"
        value={toolId}
        options={tools.map(({ id, name }) => [id, name] as const)}
        onChange={setChosen}
      />
    </Form>
  );
}
