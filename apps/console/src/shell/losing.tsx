import { type JSX, useState } from 'react';
import { type ShouldBlockFn, useBlocker, useRouter } from '@tanstack/react-router';
import { texts } from '../texts.ts';
import { Question } from '../ui/dialog.tsx';
import { useIsUnsaved } from '../ui/unsaved.ts';

interface Props {
  readonly act: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks before what is typed is lost. */
export function LosingQuestion({ act, onClose }: Props): JSX.Element {
  return (
    <Question
      title={texts.losing.title}
      body={texts.losing.body}
      submit={texts.losing.submit}
      cancel={texts.losing.cancel}
      act={act}
      onClose={onClose}
    />
  );
}

type Left = Parameters<ShouldBlockFn>[0];

/**
 * Asks before a page is left on which something is typed that is not saved. The page stays, with its address, until that is answered;
 * then the user is led to where they last wanted to go.
 */
export function AskBeforeLosing(): JSX.Element | null {
  const { history, options } = useRouter();
  const [left, setLeft] = useState<Left | null>(null);
  useBlocker({
    shouldBlockFn: (asked) => {
      const isLeft = asked.current.pathname !== asked.next.pathname;
      if (isLeft) setLeft(asked);
      return isLeft;
    },
    disabled: !useIsUnsaved(),
  });
  if (left === null) return null;
  const leave = ({ action, next }: Left): void => {
    const anyway = { ignoreBlocker: true };
    if (action === 'BACK') history.back(anyway);
    else if (action === 'FORWARD') history.forward(anyway);
    else history.push(next.pathname + (options.stringifySearch?.(next.search) ?? ''), undefined, anyway);
  };
  return <LosingQuestion act={() => Promise.resolve(leave(left))} onClose={() => setLeft(null)} />;
}
