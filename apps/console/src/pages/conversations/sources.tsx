import type { JSX } from 'react';
import { Link } from '@tanstack/react-router';
import { texts } from '../../texts.ts';
import type { Entry } from './answering.ts';

/** A place in the project from which a result comes. */
export interface Source {
  readonly kind: string;
  readonly id: string;
  readonly title: string;
  readonly slug: string;
  readonly page: number | undefined;
  readonly heading: string;
}

/** The sources of results; results without one are left out. */
export function sourcesIn(results: Entry['results']): readonly Source[] {
  return results.flatMap((result) => sourceIn(result) ?? []);
}

interface SourcesProps {
  readonly projectId: string;
  readonly sources: readonly Source[];
}

export function Sources({ projectId, sources }: SourcesProps): JSX.Element | null {
  if (sources.length === 0) return null;
  return (
    <div className="sources">
      <p className="soft small">{texts.conversations.sources}</p>
      <ul>
        {sources.map((source, index) => (
          <li key={`${source.id} ${index}`} className="small">
            <SourceLink projectId={projectId} source={source} />
            {source.page !== undefined && (
              <span className="soft"> · {texts.searching.page(source.page)}</span>
            )}
            {source.heading !== '' && (
              <span className="soft">
                {' · '}
                <bdi>{source.heading}</bdi>
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface LinkProps {
  readonly projectId: string;
  readonly source: Source;
}

function SourceLink({ projectId, source }: LinkProps): JSX.Element {
  const { kind, id, title, slug, page } = source;
  if (kind === 'artifact' && slug !== '')
    return (
      <Link to="/projects/$projectId/artifacts/$slug" params={{ projectId, slug }}>
        {title}
      </Link>
    );
  if (kind === 'document')
    return (
      <Link
        to="/projects/$projectId/documents/$documentId"
        params={{ projectId, documentId: id }}
        search={page === undefined ? {} : { page }}
      >
        {title}
      </Link>
    );
  return <bdi>{title}</bdi>;
}

/**
 * The source of a result. Results of tools have many shapes; those of tools that read documents name neither
 * a kind nor a title.
 */
function sourceIn(result: object): Source | undefined {
  const fields = new Map<string, unknown>(Object.entries(result));
  const text = (...names: readonly string[]): string => {
    const value = names.map((name) => fields.get(name)).find((one) => typeof one === 'string');
    return typeof value === 'string' ? value : '';
  };
  const [id, title, page] = [text('id', 'document_id'), text('title', 'name'), fields.get('page')];
  if (id === '' || title === '') return undefined;
  return {
    kind: text('kind') || 'document',
    id,
    title,
    slug: text('slug'),
    heading: text('heading'),
    page: typeof page === 'number' ? page : undefined,
  };
}
