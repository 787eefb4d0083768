import { type JSX, Suspense, lazy, useState } from 'react';
import { Link } from '@tanstack/react-router';
import { texts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { Moment } from '../../ui/moment.tsx';
import { SubmitSignal } from '../signals/submit.tsx';
import type { Entry } from './answering.ts';

const Markdown = lazy(async () => ({ default: (await import('../../ui/markdown.tsx')).Markdown }));

interface Props {
  readonly projectId: string;
  readonly conversationId: string;
  readonly entry: Entry;
}

/** What was asked, answered, or looked up for the answer. */
export function EntryView({ projectId, conversationId, entry }: Props): JSX.Element {
  if (entry.type !== 'message')
    return (
      <li className="lookup">
        <details>
          <summary className="soft small">
            {texts.conversations.steps}: {entry.content}
          </summary>
          <pre className="page-text small">{JSON.stringify(entry.input_parameters, null, 2)}</pre>
          <Sources projectId={projectId} results={entry.results} />
        </details>
      </li>
    );
  const isUser = entry.role === 'user';
  return (
    <li className={isUser ? 'bubble mine' : 'bubble'}>
      <p className="soft small row">
        {isUser && texts.conversations.you} <Moment at={entry.timestamp} />
      </p>
      <Suspense fallback={<p className="page-text">{entry.content}</p>}>
        {isUser ? <p className="page-text">{entry.content}</p> : <Markdown>{entry.content}</Markdown>}
      </Suspense>
      {!isUser && <Sources projectId={projectId} results={entry.results} />}
      {!isUser && <Feedback projectId={projectId} conversationId={conversationId} queryId={entry.query_id} />}
    </li>
  );
}

/** A place that an answer names. */
interface Source {
  readonly kind: string;
  readonly id: string;
  readonly title: string;
  readonly slug: string;
  readonly page: number | undefined;
  readonly heading: string;
}

function Sources({
  projectId,
  results,
}: {
  readonly projectId: string;
  readonly results: Entry['results'];
}): JSX.Element | null {
  const sources = results.flatMap((result) => sourceIn(result) ?? []);
  if (sources.length === 0) return null;
  return (
    <div className="sources">
      <p className="soft small">{texts.conversations.sources}</p>
      <ul>
        {sources.map((source, index) => (
          <li key={`${source.id} ${index}`} className="small">
            <SourceLink projectId={projectId} source={source} />
            {source.heading !== '' && <span className="soft"> · {source.heading}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}

function SourceLink({
  projectId,
  source,
}: {
  readonly projectId: string;
  readonly source: Source;
}): JSX.Element {
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
  return <span>{title}</span>;
}

/** What tools answer is of many shapes; only what names a place of the project is a source. */
function sourceIn(result: object): Source | undefined {
  const fields = new Map<string, unknown>(Object.entries(result));
  const text = (name: string): string => {
    const value = fields.get(name);
    return typeof value === 'string' ? value : '';
  };
  const page = fields.get('page');
  if (text('title') === '' || text('id') === '') return undefined;
  return {
    kind: text('kind'),
    id: text('id'),
    title: text('title'),
    slug: text('slug'),
    heading: text('heading'),
    page: typeof page === 'number' ? page : undefined,
  };
}

interface FeedbackProps extends Omit<Props, 'entry'> {
  readonly queryId: number;
}

function Feedback({ projectId, conversationId, queryId }: FeedbackProps): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const context = { conversation_id: conversationId, query_id: queryId, source: 'PlaygroundConversation' };
  return (
    <>
      <Button size="small" look="quiet" onPress={() => setOpen(true)}>
        {texts.conversations.feedback}
      </Button>
      {isOpen && <SubmitSignal projectId={projectId} context={context} onClose={() => setOpen(false)} />}
    </>
  );
}
