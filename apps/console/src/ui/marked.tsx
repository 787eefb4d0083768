import type { JSX } from 'react';

interface Props {
  readonly text: string;
  /** Matches the words that were found, in a group; undefined if there are none. */
  readonly found: RegExp | undefined;
}

/** A text with the found words marked. */
export function Marked({ text, found }: Props): JSX.Element {
  if (!found) return <>{text}</>;
  const parts = text.split(found);
  return <>{parts.map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part))}</>;
}
