import { type JSX, useState } from 'react';
import type { Schemas } from '@pks/client';
import { useMutation } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { api, queryClient } from '../api/client.ts';
import { useProject } from '../api/project.ts';
import { useIsAdmin } from '../api/session.ts';
import { texts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { changedIn } from '../ui/changed.ts';
import { Question } from '../ui/dialog.tsx';
import { Choice, Text } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { useLead } from '../ui/lead.ts';
import { Page } from '../ui/page.tsx';
import { Shown } from '../ui/states.tsx';
import { showToast } from '../ui/toasts.tsx';
import { useUnsaved } from '../ui/unsaved.ts';

export function SettingsPage(): JSX.Element {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId' });
  const isAdmin = useIsAdmin(projectId);
  const project = useProject(projectId);
  return (
    <Page title={texts.settings.title}>
      {isAdmin && (
        <Shown of={project}>
          {(detail) => (
            <>
              <ProjectSettings key={detail.id} project={detail} />
              <Danger project={detail} />
            </>
          )}
        </Shown>
      )}
      <OwnPassword />
    </Page>
  );
}

type Project = Schemas['Project'];

function ProjectSettings({ project }: { readonly project: Project }): JSX.Element {
  const begun = { name: project.name, artifact_publish_mode: project.artifact_publish_mode };
  const [typed, setTyped] = useState<Partial<typeof begun>>({});
  const now = { ...begun, ...typed };
  const set = (change: typeof typed): void => setTyped((before) => ({ ...before, ...change }));
  const { artifact_publish_mode } = now;
  const save = useMutation({
    mutationFn: (next: typeof begun) =>
      api.patch('/projects/{project_id}/', {
        path: { project_id: project.id },
        body: changedIn(begun, next),
      }),
    onSuccess: async (_saved, next) => {
      await queryClient.invalidateQueries({ queryKey: ['me'] });
      await queryClient.invalidateQueries({ queryKey: ['project', project.id] });
      setTyped((before) => changedIn(next, { ...next, ...before }));
      showToast(texts.settings.saved);
    },
  });
  useUnsaved(!save.isPending && Object.keys(changedIn(begun, now)).length > 0);
  return (
    <section className="card">
      <h2>{texts.settings.project}</h2>
      <Form
        onSubmit={() => save.mutate(now)}
        submit={texts.save}
        isPending={save.isPending}
        error={save.error}
      >
        <Text
          label={texts.projects.name}
          name="name"
          required
          value={now.name}
          onChange={(name) => set({ name })}
          error={save.error}
        />
        <Choice
          label={texts.projects.mode}
          name="artifact_publish_mode"
          value={artifact_publish_mode}
          options={texts.projects.modes}
          onChange={(mode) => set({ artifact_publish_mode: mode })}
        />
        {artifact_publish_mode === 'auto_publish' && project.artifact_publish_mode === 'manual_publish' && (
          <p className="soft small">{texts.settings.unpublishedStay}</p>
        )}
      </Form>
    </section>
  );
}

function Danger({ project }: { readonly project: Project }): JSX.Element {
  const [isAsking, setAsking] = useState(false);
  const [name, setName] = useState('');
  const lead = useLead();
  const remove = async (): Promise<void> => {
    await api.delete('/projects/{project_id}/', { path: { project_id: project.id }, body: { name } });
    queryClient.removeQueries({ queryKey: ['me'] });
    await lead({ to: '/projects', ignoreBlocker: true });
    showToast(texts.settings.deleted);
  };
  return (
    <section className="card stack">
      <h2>{texts.settings.danger}</h2>
      <p>{texts.settings.dangerBody}</p>
      <div>
        <Button look="danger" onPress={() => setAsking(true)}>
          {texts.settings.danger}
        </Button>
      </div>
      {isAsking && (
        <Question
          title={texts.settings.danger}
          body={texts.settings.dangerBody}
          submit={texts.settings.danger}
          act={remove}
          isDisabled={name !== project.name}
          onClose={() => setAsking(false)}
        >
          <Text label={texts.settings.repeatName} value={name} onChange={setName} autoFocus />
        </Question>
      )}
    </section>
  );
}

function OwnPassword(): JSX.Element {
  const [current_password, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const change = useMutation({
    mutationFn: () => api.patch('/users/me/', { body: { current_password, password } }),
    onSuccess: () => {
      setCurrent('');
      setPassword('');
      showToast(texts.settings.passwordChanged);
    },
  });
  const { error } = change;
  useUnsaved(!change.isPending && current_password + password !== '');
  return (
    <section className="card">
      <h2>{texts.settings.account}</h2>
      <Form
        onSubmit={() => change.mutate()}
        submit={texts.settings.changePassword}
        isPending={change.isPending}
        error={error}
      >
        <Text
          label={texts.settings.current}
          name="current_password"
          type="password"
          autoComplete="current-password"
          required
          value={current_password}
          onChange={setCurrent}
          error={error}
        />
        <Text
          label={texts.reset.newPassword}
          name="password"
          type="password"
          autoComplete="new-password"
          hint={texts.reset.rule}
          required
          value={password}
          onChange={setPassword}
          error={error}
        />
      </Form>
    </section>
  );
}
