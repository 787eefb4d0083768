import type { JSX } from 'react';
import { Marked } from './marked.tsx';

/** What is written from right to left, and what makes a text be. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

interface Props {
  readonly text: string;
  /** What was found in it. */
  readonly words?: readonly string[];
}

const NO_WORDS: readonly string[] = [];

/**
 * A text, each line in the direction of its script: browsers misplace brackets where lines of both directions share a block. A line keeps the
 * newline at its end, so what is copied is what was written. A text of one direction, which may be long, stays in one piece.
 */
export function Written({ text, words = NO_WORDS }: Props): JSX.Element {
  if (!RIGHT_TO_LEFT.test(text)) return <Marked text={text} words={words} />;
  return (
    <>
      {text.split(/(?<=\n)/).map((line, index) => (
        <span key={index} className="line">
          <Marked text={line} words={words} />
        </span>
      ))}
    </>
  );
}
