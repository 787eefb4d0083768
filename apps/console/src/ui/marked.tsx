import type { JSX } from 'react';
import { anyOf } from './words.ts';

interface Props {
  readonly text: string;
  readonly words: readonly string[];
}

/** A text with the words that were found. */
export function Marked({ text, words }: Props): JSX.Element {
  const pattern = anyOf(words);
  if (!pattern) return <>{text}</>;
  const parts = text.split(pattern);
  return <>{parts.map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part))}</>;
}
