import { type JSX, useState } from 'react';
import type { Schemas } from '@pks/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api, queryClient, sentenceOf } from '../../api/client.ts';
import { useKeptKeys } from '../../api/kept-keys.ts';
import { idOf, useEndless } from '../../api/lists.ts';
import { useProject } from '../../api/project.ts';
import { useMe } from '../../api/session.ts';
import { texts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { useWhileOpen } from '../../ui/lead.ts';
import { MoreList } from '../../ui/more-list.tsx';
import { NameDialog } from '../../ui/name-dialog.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { Keys } from './keys.tsx';

type Account = Schemas['ServiceAccount'];

/** The service accounts of the project's organization, for its admins. */
export function Programs({ projectId }: { readonly projectId: string }): JSX.Element | null {
  const { data: me } = useMe();
  const { data: project } = useProject(projectId);
  const organization = me?.organizations.find(
    ({ id, role }) => id === project?.organization_id && role === 'admin',
  );
  return organization ? <Accounts projectId={projectId} organizationId={organization.id} /> : null;
}

interface Of {
  readonly projectId: string;
  readonly organizationId: string;
}

function Accounts({ projectId, organizationId }: Of): JSX.Element {
  const [isCreating, setCreating] = useState(false);
  const accounts = useEndless(
    ['programs', organizationId, 'list'],
    '/organizations/{organization_id}/service-accounts/',
    { path: { organization_id: organizationId }, query: { limit: 50 } },
  );
  return (
    <section className="stack">
      <div className="row">
        <h2 className="grow">{texts.programs.title}</h2>
        <Button size="small" onPress={() => setCreating(true)}>
          {texts.programs.create}
        </Button>
      </div>
      <p className="soft small">{texts.programs.body}</p>
      <MoreList
        list={accounts}
        label={texts.programs.title}
        keyOf={idOf}
        empty={<p className="soft">{texts.programs.none}</p>}
        render={(account) => (
          <AccountRow projectId={projectId} organizationId={organizationId} account={account} />
        )}
      />
      {isCreating && <NewAccount organizationId={organizationId} onClose={() => setCreating(false)} />}
    </section>
  );
}

function AccountRow({ projectId, organizationId, account }: Of & { readonly account: Account }): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const member = useQuery({
    queryKey: ['members', projectId, 'account', account.id],
    queryFn: ({ signal }) =>
      api.get('/projects/{project_id}/users/', {
        path: { project_id: projectId },
        query: { search: account.email, limit: 1 },
        signal,
      }),
    enabled: isOpen,
  });
  const isMember = member.data?.results.some(({ user }) => user.id === account.id) ?? false;
  const add = useMutation({
    mutationFn: () =>
      api.post('/projects/{project_id}/users/', {
        path: { project_id: projectId },
        body: { user_id: account.id, permissions: ['CAN_VIEW_DATA'] },
      }),
    onSuccess: async () => {
      showToast(texts.programs.addedToProject);
      await queryClient.invalidateQueries({ queryKey: ['members', projectId] });
    },
    onError: (error) => showToast(sentenceOf(error), { isBad: true }),
  });
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <bdi>{account.name}</bdi> <bdi className="soft small">{account.email}</bdi>
      </summary>
      <div className="stack">
        {isMember && <p className="soft small">{texts.programs.isMember}</p>}
        {!isMember && !member.isPending && (
          <div>
            <Button size="small" isPending={add.isPending} onPress={() => add.mutate()}>
              {texts.programs.addToProject}
            </Button>
          </div>
        )}
        {isOpen && <Keys organizationId={organizationId} accountId={account.id} />}
      </div>
    </details>
  );
}

interface NewProps {
  readonly organizationId: string;
  readonly onClose: () => void;
}

function NewAccount({ organizationId, onClose }: NewProps): JSX.Element {
  const close = useWhileOpen(onClose);
  const keys = useKeptKeys();
  const create = useMutation({
    mutationFn: (name: string) => {
      const [path, body] = [{ organization_id: organizationId }, { name }];
      return keys.under(body, (idempotencyKey) =>
        api.post('/organizations/{organization_id}/service-accounts/', { path, body, idempotencyKey }),
      );
    },
    onSuccess: async (_account, name) => {
      close();
      showToast(texts.programs.created(name));
      await queryClient.invalidateQueries({ queryKey: ['programs', organizationId] });
    },
  });
  return (
    <NameDialog
      title={texts.programs.create}
      label={texts.programs.name}
      submit={texts.programs.create}
      onClose={onClose}
      mutation={create}
    />
  );
}
