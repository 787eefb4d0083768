import type { JSX } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Markdown } from './markdown.tsx';
import { useCode } from './code.ts';
import { Written } from './written.tsx';

const markdown = async (): Promise<typeof Markdown> => (await import('./markdown.tsx')).Markdown;

/** The code that formats Markdown. */
export function useMarkdown(): UseQueryResult<typeof Markdown> {
  return useCode('markdown', markdown);
}

/** Formatted Markdown; plain text until the code that formats it is loaded. */
export function Formatted({ children }: { readonly children: string }): JSX.Element {
  const { data: Markdown } = useMarkdown();
  if (Markdown) return <Markdown>{children}</Markdown>;
  return (
    <p className="page-text">
      <Written text={children} />
    </p>
  );
}
