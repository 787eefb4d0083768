import { type JSX, useState } from 'react';
import type { Schemas } from '@pks/client';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { type Endless, usePages } from '../../api/lists.ts';
import { useIsAdmin } from '../../api/session.ts';
import { texts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/fields.tsx';

type Item = Schemas['DocumentItem'];

/** Documents that have a label with one of the values, under any name, page by page. */
export function useLabelled(projectId: string, labels: readonly string[]): Endless<Item> {
  return usePages(['documents', projectId, 'list', 'labels', labels], (next, signal) =>
    api.page('/projects/{project_id}/documents/filter-by-metadata/', next, {
      path: { project_id: projectId },
      query: { limit: 100 },
      body: { metadata_values: [...labels] },
      signal,
    }),
  );
}

interface LabelProps {
  readonly projectId: string;
  readonly name: string;
  readonly value: string;
}

/** A label that links to the documents with its value. */
export function LabelLink({ projectId, name, value }: LabelProps): JSX.Element {
  return (
    <Link
      className="badge plain"
      to="/projects/$projectId/documents"
      params={{ projectId }}
      search={{ labels: [value] }}
      aria-label={texts.documents.withLabel(name, value)}
    >
      {name}: <bdi>{value}</bdi>
    </Link>
  );
}

interface FilterProps {
  readonly projectId: string;
  readonly labels: readonly string[];
}

/** The values of labels by which documents are filtered; admins, who may list all labels, can add more. */
export function LabelFilter({ projectId, labels }: FilterProps): JSX.Element {
  const isAdmin = useIsAdmin(projectId);
  const navigate = useNavigate();
  const filter = (values: readonly string[]): void =>
    void navigate({
      to: '/projects/$projectId/documents',
      params: { projectId },
      search: values.length === 0 ? {} : { labels: [...values] },
    });
  return (
    <div className="toolbar">
      {isAdmin && <Available projectId={projectId} labels={labels} onChosen={filter} />}
      {labels.length > 0 && (
        <ul className="row" aria-label={texts.documents.filteredBy}>
          {labels.map((label) => (
            <li key={label}>
              <Button
                size="small"
                aria-label={texts.documents.withoutFilter(label || texts.documents.noValue)}
                onPress={() => filter(labels.filter((one) => one !== label))}
              >
                <bdi>{label || texts.documents.noValue}</bdi> ✕
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface AvailableProps extends FilterProps {
  readonly onChosen: (labels: readonly string[]) => void;
}

/** Filters only on pressing the button, because each arrow key changes the choice. */
function Available({ projectId, labels, onChosen }: AvailableProps): JSX.Element | null {
  const [chosen, setChosen] = useState('');
  const { data } = useQuery({
    queryKey: ['documents', projectId, 'labels'],
    queryFn: ({ signal }) =>
      api.get('/projects/{project_id}/documents/available-document-metadata/', {
        path: { project_id: projectId },
        signal,
      }),
  });
  if (!data || data.length === 0) return null;
  const options = data.flatMap(({ key, values }) =>
    values
      .filter(({ value }) => !labels.includes(value))
      .map(({ value, count }) => [`${key}: ${value}`, value, count] as const),
  );
  const found = options.find(([name]) => name === chosen);
  const filter = (): void => {
    if (!found) return;
    setChosen('');
    onChosen([...labels, found[1]]);
  };
  return (
    <>
      <Choice
        label={texts.documents.filterByLabel}
        value={found ? chosen : ''}
        options={[
          ['', texts.documents.anyLabel],
          ...options.map(([name, , count]) => [name, `${name} (${count})`] as const),
        ]}
        onChange={setChosen}
      />
      <Button aria-disabled={!found} onPress={filter}>
        {texts.documents.filter}
      </Button>
    </>
  );
}
