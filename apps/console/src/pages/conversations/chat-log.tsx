import { type JSX, memo, useMemo } from 'react';
import type { Entry, Of } from './answering.ts';
import { Message } from './entry.tsx';
import { usePlainAtFirst } from './plain-at-first.ts';
import { Steps } from './steps.tsx';

interface Props {
  readonly of: Of;
  readonly entries: readonly Entry[];
  /** Whether the reader asked the questions. */
  readonly isOwn: boolean;
}

/**
 * Questions and answers, each answer after its steps. Typing the next question does not render them again, because there may be hundreds. Screen
 * readers announce new ones, and not those that are formatted later.
 */
export const ChatLog = memo(function ChatLog({ of, entries, isOwn }: Props): JSX.Element {
  const turns = useMemo(() => turnsOf(entries), [entries]);
  const plain = usePlainAtFirst(turns.length);
  return (
    <ol className="chat" aria-live={plain > 0 ? 'off' : 'polite'} aria-relevant="additions">
      {turns.map((turn, index) => (
        <Turn
          key={turn[0].id}
          projectId={of.projectId}
          conversationId={of.conversationId}
          turn={turn}
          isOwn={isOwn}
          isPlain={index < plain}
        />
      ))}
    </ol>
  );
});

type Turn = [Entry, ...Entry[]];

interface TurnProps extends Of {
  readonly turn: Turn;
  readonly isOwn: boolean;
  readonly isPlain: boolean;
}

const Turn = memo(function Turn({ projectId, turn, isPlain, ...others }: TurnProps): JSX.Element {
  const [first] = turn;
  return first.type === 'message' ? (
    <Message projectId={projectId} entry={first} isPlain={isPlain} {...others} />
  ) : (
    <Steps projectId={projectId} steps={turn} isPlain={isPlain} />
  );
});

/** Messages one by one, with the steps between two messages grouped. */
function turnsOf(entries: readonly Entry[]): readonly Turn[] {
  const turns: Turn[] = [];
  for (const entry of entries) {
    const last = turns.at(-1);
    if (last && last[0].type !== 'message' && entry.type !== 'message') last.push(entry);
    else turns.push([entry]);
  }
  return turns;
}
