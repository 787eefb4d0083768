import type { JSX } from 'react';
import { Marked } from './marked.tsx';
import { hasRightToLeft } from './right-to-left.ts';
import { anyOf } from './words.ts';

interface Props {
  readonly text: string;
  /** The words that a search found. */
  readonly words?: readonly string[];
}

const NO_WORDS: readonly string[] = [];

/**
 * A text with each line in the direction of its script: browsers misplace brackets if lines of both directions share a block. A line keeps
 * its newline, so that copied text is the original. A text of one direction, which may be long, stays in one piece.
 */
export function Written({ text, words = NO_WORDS }: Props): JSX.Element {
  const found = anyOf(words);
  if (!hasRightToLeft(text)) return <Marked text={text} found={found} />;
  return (
    <>
      {text.split(/(?<=\n)/).map((line, index) => (
        <span key={index} className="line">
          <Marked text={line} found={found} />
        </span>
      ))}
    </>
  );
}
