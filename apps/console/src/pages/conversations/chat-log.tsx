import { type JSX, memo } from 'react';
import type { Entry, Of } from './answering.ts';
import { Message } from './entry.tsx';
import { Steps } from './steps.tsx';

interface Props {
  readonly of: Of;
  readonly entries: readonly Entry[];
  /** Whether the reader asked the questions. */
  readonly isOwn: boolean;
}

/** Questions and answers, each answer after its steps. Typing the next question does not render them again, because there may be hundreds. */
export const ChatLog = memo(function ChatLog({
  of: { projectId, conversationId },
  entries,
  isOwn,
}: Props): JSX.Element {
  return (
    <ol className="chat" aria-live="polite" aria-relevant="additions">
      {turnsOf(entries).map(([first, ...others]) =>
        first.type === 'message' ? (
          <Message
            key={first.id}
            projectId={projectId}
            conversationId={conversationId}
            entry={first}
            isOwn={isOwn}
          />
        ) : (
          <Steps key={first.id} projectId={projectId} steps={[first, ...others]} />
        ),
      )}
    </ol>
  );
});

type Turn = [Entry, ...Entry[]];

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
