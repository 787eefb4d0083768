import { Fragment, type JSX, useState } from 'react';
import type { Schemas } from '@pks/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { api, queryClient } from '../../api/client.ts';
import { idOf, useEndless } from '../../api/lists.ts';
import { useIsAdmin } from '../../api/session.ts';
import { texts } from '../../texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Question } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { Gone } from '../../ui/gone.tsx';
import { Moment } from '../../ui/moment.tsx';
import { plainText } from '../../ui/json-text.ts';
import { useLead } from '../../ui/lead.ts';
import { MoreList } from '../../ui/more-list.tsx';
import { Page } from '../../ui/page.tsx';
import { Shown } from '../../ui/states.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { useUnsaved } from '../../ui/unsaved.ts';
import { DOCUMENT, DocumentField } from './document-field.tsx';
import { DocumentLink } from './document-link.tsx';
import { ParameterField } from './parameter-field.tsx';
import { type Typed, inputOf, isMuch } from './parameters.ts';
import { Results } from './results.tsx';
import { WriteTool } from './write.tsx';

interface Of {
  readonly projectId: string;
  readonly toolId: string;
}

const pathOf = ({ projectId, toolId }: Of): { project_id: string; tool_id: string } => ({
  project_id: projectId,
  tool_id: toolId,
});

export function ToolPage(): JSX.Element {
  const of = useParams({ from: '/signed-in/projects/$projectId/tools/$toolId' });
  const isAdmin = useIsAdmin(of.projectId);
  const tool = useQuery({
    queryKey: ['tools', of.projectId, of.toolId],
    queryFn: ({ signal }) => api.get('/projects/{project_id}/tools/{tool_id}/', { path: pathOf(of), signal }),
  });
  const parameters = useQuery({
    queryKey: ['tools', of.projectId, of.toolId, 'parameters'],
    queryFn: ({ signal }) =>
      api.get('/projects/{project_id}/tools/{tool_id}/parameters/', { path: pathOf(of), signal }),
  });
  return (
    <Shown of={tool} title={texts.tools.title} gone={<Gone what="tool" projectId={of.projectId} />}>
      {(detail) => (
        <Page title={detail.name} actions={isAdmin && !detail.readonly && <Actions of={of} tool={detail} />}>
          <p className="row">
            <Badge>{texts.tools.types[detail.tool_type]}</Badge>
            <span className="soft">{detail.description}</span>
          </p>
          <Shown of={parameters}>{(list) => <Run key={of.toolId} of={of} parameters={list} />}</Shown>
          {isAdmin && <Runs of={of} />}
        </Page>
      )}
    </Shown>
  );
}

interface ActionsProps {
  readonly of: Of;
  readonly tool: Schemas['ToolDetail'];
}

/** The actions of admins on a tool; an imported one can be changed and deleted only in its own project. */
function Actions({ of, tool }: ActionsProps): JSX.Element {
  const [open, setOpen] = useState<'change' | 'remove' | null>(null);
  const lead = useLead();
  const close = (): void => setOpen(null);
  const remove = async (): Promise<void> => {
    await api.delete('/projects/{project_id}/tools/{tool_id}/', { path: pathOf(of) });
    await lead({
      ignoreBlocker: true,
      to: '/projects/$projectId/tools',
      params: { projectId: of.projectId },
    });
    showToast(texts.tools.removed);
    void queryClient.invalidateQueries({ queryKey: ['tools', of.projectId] });
  };
  return (
    <>
      <Button size="small" onPress={() => setOpen('change')}>
        {texts.tools.change}
      </Button>
      <Button size="small" look="quiet" onPress={() => setOpen('remove')}>
        {texts.remove}
      </Button>
      {open === 'change' && <WriteTool projectId={of.projectId} tool={tool} onClose={close} />}
      {open === 'remove' && (
        <Question
          title={texts.remove}
          body={texts.tools.removeQuestion(tool.name)}
          submit={texts.remove}
          act={remove}
          onClose={close}
        />
      )}
    </>
  );
}

interface RunProps {
  readonly of: Of;
  readonly parameters: readonly Schemas['ToolParameter'][];
}

/** A form made of the tool's parameters, and its results. */
function Run({ of, parameters }: RunProps): JSX.Element {
  const [typed, setTyped] = useState<Typed>({});
  const run = useMutation({
    mutationFn: (sent: Typed) =>
      api.post('/projects/{project_id}/tools/{tool_id}/run/', {
        path: pathOf(of),
        body: inputOf(parameters, sent),
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['tools', of.projectId, of.toolId, 'runs'] }),
  });
  useUnsaved((run.isError || run.variables !== typed) && isMuch(typed));
  return (
    <>
      <section className="card">
        <Form
          onSubmit={() => run.mutate(typed)}
          submit={run.isPending ? texts.tools.running : texts.tools.run}
          isPending={run.isPending}
          error={run.error}
        >
          {parameters.length === 0 && <p className="soft">{texts.tools.noParameters}</p>}
          {parameters.map((parameter) => {
            const { id } = parameter;
            const field = {
              parameter,
              value: typed[id],
              onChange: (value: string | boolean) => setTyped((before) => ({ ...before, [id]: value })),
              error: run.error,
            };
            return id === DOCUMENT ? (
              <DocumentField key={id} projectId={of.projectId} {...field} />
            ) : (
              <ParameterField key={id} {...field} />
            );
          })}
        </Form>
      </section>
      <section className="stack" aria-live="polite">
        {run.data && (
          <h2>
            {texts.tools.result} <span className="soft small">{texts.tools.results(run.data.length)}</span>
          </h2>
        )}
        {run.data && run.data.length > 0 && <Results results={run.data} />}
      </section>
    </>
  );
}

function Runs({ of }: { readonly of: Of }): JSX.Element {
  const runs = useEndless(
    ['tools', of.projectId, of.toolId, 'runs'],
    '/projects/{project_id}/tools/{tool_id}/runs/',
    { path: pathOf(of), query: { limit: 20 } },
  );
  return (
    <section className="stack">
      <h2>{texts.tools.runs}</h2>
      <MoreList
        list={runs}
        label={texts.tools.runs}
        keyOf={idOf}
        empty={<p className="soft">{texts.tools.noRuns}</p>}
        render={({ run_by, status, error, result_count, duration_ms, started_at, input_parameters }) => (
          <div className="row">
            <Badge tone={status === 'success' ? 'good' : 'bad'}>
              {error ?? texts.tools.results(result_count)}
            </Badge>
            <span className="soft small">
              {run_by.email} <Moment at={started_at} /> · {duration_ms} ms
            </span>
            <span className="small">
              <Input projectId={of.projectId} input={input_parameters} />
            </span>
          </div>
        )}
      />
    </section>
  );
}

interface InputProps {
  readonly projectId: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** The input of a run, on one line. */
function Input({ projectId, input }: InputProps): JSX.Element {
  return (
    <>
      {Object.entries(input).map(([id, value], index) => (
        <Fragment key={id}>
          {index > 0 && ' · '}
          {id === DOCUMENT && typeof value === 'string' ? (
            <DocumentLink projectId={projectId} documentId={value} />
          ) : (
            <>
              {id}: <bdi>{plainText(value)}</bdi>
            </>
          )}
        </Fragment>
      ))}
    </>
  );
}
