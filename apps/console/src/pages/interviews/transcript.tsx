import { type JSX, type ReactNode, useEffect, useRef } from 'react';
import type { Schemas } from '@pks/client';
import { texts } from '../../texts.ts';
import { Moment } from '../../ui/moment.tsx';
import { Written } from '../../ui/written.tsx';

interface Props {
  readonly entries: readonly Schemas['ChatEntry'][];
  /** The name of the person who answers. */
  readonly answerer: string;
  /** The answer that is being sent. */
  readonly sending: string | null;
}

/** The transcript, scrolled to the newest entry; screen readers announce new entries. */
export function Transcript({ entries, answerer, sending }: Props): JSX.Element {
  const end = useRef<HTMLDivElement>(null);
  const count = entries.length + (sending === null ? 0 : 1);
  useEffect(() => {
    void end.current?.scrollIntoView({ block: 'end' });
  }, [count]);
  return (
    <div role="log" aria-relevant="additions" aria-label={texts.interviews.transcript}>
      <ol className="chat transcript">
        {entries.map(({ id, role, content, timestamp }) => (
          <Bubble
            key={id}
            isAnswer={role === 'user'}
            speaker={role === 'user' ? answerer : texts.interviews.interviewer}
            content={content}
          >
            <Moment at={timestamp} />
          </Bubble>
        ))}
        {sending !== null && (
          <Bubble isAnswer speaker={answerer} content={sending}>
            {texts.interviews.sending}
          </Bubble>
        )}
      </ol>
      <div ref={end} className="chat-end" />
    </div>
  );
}

interface BubbleProps {
  readonly isAnswer: boolean;
  readonly speaker: string;
  readonly content: string;
  /** The time of the entry. */
  readonly children: ReactNode;
}

function Bubble({ isAnswer, speaker, content, children }: BubbleProps): JSX.Element {
  return (
    <li className={isAnswer ? 'bubble mine' : 'bubble'}>
      <p className="page-text">
        <Written text={content} />
      </p>
      <p className="soft small">
        {speaker} · {children}
      </p>
    </li>
  );
}
