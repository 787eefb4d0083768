import type { JSX } from 'react';
import type { Markdown } from './markdown.tsx';
import { useCode } from './code.ts';

const markdown = async (): Promise<typeof Markdown> => (await import('./markdown.tsx')).Markdown;

/** Markdown as it reads; as plain text until what formats it is there. */
export function Formatted({ children }: { readonly children: string }): JSX.Element {
  const { data: Markdown } = useCode('markdown', markdown);
  return Markdown ? <Markdown>{children}</Markdown> : <p className="page-text">{children}</p>;
}
