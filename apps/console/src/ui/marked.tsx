import type { JSX } from 'react';

interface Props {
  readonly text: string;
  /** Matches what was found, in a group; undefined for nothing. */
  readonly found: RegExp | undefined;
}

/** A text with the words that were found. */
export function Marked({ text, found }: Props): JSX.Element {
  if (!found) return <>{text}</>;
  const parts = text.split(found);
  return <>{parts.map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part))}</>;
}
