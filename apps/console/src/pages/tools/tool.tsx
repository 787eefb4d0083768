import { type JSX, useState } from 'react';
import type { Schemas } from '@pks/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { api, queryClient } from '../../api/client.ts';
import { useIsAdmin } from '../../api/session.ts';
import { texts } from '../../texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Form } from '../../ui/form.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Page } from '../../ui/page.tsx';
import { Shown } from '../../ui/states.tsx';
import { ParameterField } from './parameter-field.tsx';
import { type Typed, inputOf } from './parameters.ts';
import { Results } from './results.tsx';

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
    <Shown of={tool}>
      {({ name, description, tool_type }) => (
        <Page title={name} actions={<Badge>{texts.tools.types[tool_type]}</Badge>}>
          <p className="soft">{description}</p>
          <Shown of={parameters}>{(list) => <Run of={of} parameters={list} />}</Shown>
          {isAdmin && <Runs of={of} />}
        </Page>
      )}
    </Shown>
  );
}

interface RunProps {
  readonly of: Of;
  readonly parameters: readonly Schemas['ToolParameter'][];
}

/** A form made from what the tool takes, and what it answers. */
function Run({ of, parameters }: RunProps): JSX.Element {
  const [typed, setTyped] = useState<Typed>({});
  const run = useMutation({
    mutationFn: () =>
      api.post('/projects/{project_id}/tools/{tool_id}/run/', {
        path: pathOf(of),
        body: inputOf(parameters, typed),
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['tools', of.projectId, of.toolId, 'runs'] }),
  });
  return (
    <>
      <section className="card">
        <Form
          onSubmit={() => run.mutate()}
          submit={run.isPending ? texts.tools.running : texts.tools.run}
          isPending={run.isPending}
          error={run.error}
        >
          {parameters.length === 0 && <p className="soft">{texts.tools.noParameters}</p>}
          {parameters.map((parameter) => (
            <ParameterField
              key={parameter.id}
              parameter={parameter}
              value={typed[parameter.id]}
              onChange={(value) => setTyped((before) => ({ ...before, [parameter.id]: value }))}
              error={run.error}
            />
          ))}
        </Form>
      </section>
      {run.data && (
        <section className="stack" aria-live="polite">
          <h2>
            {texts.tools.result} <span className="soft small">{texts.tools.results(run.data.length)}</span>
          </h2>
          {run.data.length > 0 && <Results results={run.data} />}
        </section>
      )}
    </>
  );
}

function Runs({ of }: { readonly of: Of }): JSX.Element {
  const runs = useQuery({
    queryKey: ['tools', of.projectId, of.toolId, 'runs'],
    queryFn: ({ signal }) =>
      api.get('/projects/{project_id}/tools/{tool_id}/runs/', {
        path: pathOf(of),
        query: { limit: 20 },
        signal,
      }),
  });
  return (
    <section className="stack">
      <h2>{texts.tools.runs}</h2>
      <Shown of={runs}>
        {({ results }) =>
          results.length === 0 ? (
            <p className="soft">{texts.tools.noRuns}</p>
          ) : (
            <ul className="rows">
              {results.map(({ id, run_by, status, error, result_count, duration_ms, started_at }) => (
                <li key={id} className="row">
                  <Badge tone={status === 'success' ? 'good' : 'bad'}>
                    {error ?? texts.tools.results(result_count)}
                  </Badge>
                  <span className="soft small">
                    {run_by.email} <Moment at={started_at} /> · {duration_ms} ms
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
    </section>
  );
}
