import type { JSX } from 'react';

interface Props {
  readonly text: string;
  readonly words: readonly string[];
}

/** A text with the words that were found. */
export function Marked({ text, words }: Props): JSX.Element {
  const known = words
    .filter((word) => word !== '')
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (known.length === 0) return <>{text}</>;
  const parts = text.split(new RegExp(`(?<![\\p{L}\\p{N}])(${known.join('|')})(?![\\p{L}\\p{N}])`, 'giu'));
  return <>{parts.map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part))}</>;
}
