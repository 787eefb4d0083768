import { type JSX, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, queryClient } from '../api/client.ts';
import { useKeptKeys } from '../api/kept-keys.ts';
import { useMe } from '../api/session.ts';
import { Account } from '../shell/project-shell.tsx';
import { Away } from '../shell/away.tsx';
import { SignedOut } from '../shell/signed-out.tsx';
import { texts } from '../texts.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Choice, Text } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { useLead } from '../ui/lead.ts';
import { Page } from '../ui/page.tsx';
import { Empty, Shown } from '../ui/states.tsx';

export function ProjectsPage(): JSX.Element {
  const me = useMe();
  const [isCreating, setCreating] = useState(false);
  const administered = me.data?.organizations.filter(({ role }) => role === 'admin') ?? [];
  const actions = administered.length > 0 && (
    <Button look="primary" onPress={() => setCreating(true)}>
      {texts.projects.create}
    </Button>
  );
  return (
    <main>
      <Away />
      <SignedOut />
      <Page title={texts.projects.title} actions={actions}>
        <Shown of={me}>
          {({ projects }) =>
            projects.length === 0 ? (
              <Empty>{texts.projects.none}</Empty>
            ) : (
              <ul className="cards">
                {projects.map(({ id, name, permissions }) => (
                  <li key={id}>
                    <Link
                      to="/projects/$projectId"
                      params={{ projectId: id }}
                      className="card card-link stack"
                    >
                      <h2>{name}</h2>
                      <span>
                        <Badge>
                          {permissions.includes('CAN_PERFORM_ADMIN_ACTIONS')
                            ? texts.projects.role.admin
                            : texts.projects.role.member}
                        </Badge>
                      </span>
                    </Link>
                  </li>
                ))}
              </ul>
            )
          }
        </Shown>
        <Account />
      </Page>
      {isCreating && <NewProject organizations={administered} onClose={() => setCreating(false)} />}
    </main>
  );
}

interface NewProjectProps {
  readonly organizations: readonly { readonly id: string; readonly name: string }[];
  readonly onClose: () => void;
}

function NewProject({ organizations, onClose }: NewProjectProps): JSX.Element {
  const [name, setName] = useState('');
  const [organization_id, setOrganization] = useState(organizations[0]?.id ?? '');
  const [mode, setMode] = useState<'manual_publish' | 'auto_publish'>('manual_publish');
  const lead = useLead();
  const keys = useKeptKeys();
  const create = useMutation({
    mutationFn: () => {
      const body = { name, organization_id, artifact_publish_mode: mode };
      return keys.under(body, (idempotencyKey) => api.post('/projects/', { body, idempotencyKey }));
    },
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: ['me'] });
      await lead({ to: '/projects/$projectId', params: { projectId: id }, ignoreBlocker: true });
    },
  });
  return (
    <Dialog title={texts.projects.create} onClose={onClose}>
      <Form
        onSubmit={() => create.mutate()}
        submit={texts.projects.create}
        isPending={create.isPending}
        error={create.error}
        onCancel={onClose}
      >
        <Text
          label={texts.projects.name}
          name="name"
          required
          autoFocus
          value={name}
          onChange={setName}
          error={create.error}
        />
        {organizations.length > 1 && (
          <Choice
            label={texts.projects.organization}
            name="organization_id"
            value={organization_id}
            options={organizations.map((one) => [one.id, one.name] as const)}
            onChange={setOrganization}
          />
        )}
        <Choice
          label={texts.projects.mode}
          name="artifact_publish_mode"
          value={mode}
          options={texts.projects.modes}
          onChange={setMode}
        />
      </Form>
    </Dialog>
  );
}
