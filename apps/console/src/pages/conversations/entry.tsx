import { type JSX, useState } from 'react';
import { texts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { Formatted } from '../../ui/formatted.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Written } from '../../ui/written.tsx';
import { SubmitSignal } from '../signals/submit.tsx';
import type { Entry } from './answering.ts';
import { Sources, sourcesIn } from './sources.tsx';

interface Props {
  readonly projectId: string;
  readonly conversationId: string;
  readonly entry: Entry;
  /** Whether the reader asked the questions. */
  readonly isOwn: boolean;
  /** Whether only its text is shown, and that as it was written. */
  readonly isPlain: boolean;
}

/** A question or an answer. */
export function Message({ projectId, conversationId, entry, isOwn, isPlain }: Props): JSX.Element {
  const isUser = entry.role === 'user';
  if (isPlain)
    return (
      <li className={isUser ? 'bubble mine' : 'bubble'}>
        <p className="page-text">
          <Written text={entry.content} />
        </p>
      </li>
    );
  return (
    <li className={isUser ? 'bubble mine' : 'bubble'}>
      <p className="soft small row">
        {isUser && (isOwn ? texts.conversations.you : texts.conversations.asked)}{' '}
        <Moment at={entry.timestamp} />
      </p>
      {isUser ? (
        <p className="page-text">
          <Written text={entry.content} />
        </p>
      ) : (
        <Formatted>{entry.content}</Formatted>
      )}
      {!isUser && (
        <>
          <Sources projectId={projectId} sources={sourcesIn(entry.results)} />
          <Feedback projectId={projectId} conversationId={conversationId} queryId={entry.query_id} />
        </>
      )}
    </li>
  );
}

interface FeedbackProps extends Pick<Props, 'projectId' | 'conversationId'> {
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
