import { type JSX, memo, useId } from 'react';
import ReactMarkdown from 'react-markdown';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import { texts } from '../texts.ts';
import { isFormattable } from './formattable.ts';
import { hasRightToLeft } from './right-to-left.ts';
import { Wide } from './wide.tsx';
import { Written } from './written.tsx';

/**
 * Formatted Markdown in the direction of its script; plain text if formatting would take too long. HTML in it is shown as text, and links
 * open in a new tab, except those between footnotes and their references. A text is formatted again only if it changes.
 */
export const Markdown = memo(function Markdown({ children }: { readonly children: string }): JSX.Element {
  // Several texts on a page may have footnotes of the same name.
  const prefix = `${useId()}-`;
  if (!isFormattable(children))
    return (
      <p className="page-text">
        <Written text={children} />
      </p>
    );
  return (
    <div className="markdown">
      <ReactMarkdown
        remarkPlugins={[remarkGfm]}
        remarkRehypeOptions={{ clobberPrefix: '' }}
        rehypePlugins={[[rehypeSanitize, { ...defaultSchema, clobberPrefix: prefix }]]}
        components={{
          a: ({ node: _node, href, ...others }) =>
            href?.startsWith('#') ? (
              <a {...others} href={`#${prefix}${href.slice(1)}`} />
            ) : (
              <a {...others} href={href} target="_blank" rel="noopener noreferrer" />
            ),
          table: ({ children: rows }) => (
            <Wide label={texts.table} dir="auto">
              <table>{rows}</table>
            </Wide>
          ),
          pre: ({ children: code }) => (
            <Wide label={texts.code}>
              <pre>{code}</pre>
            </Wide>
          ),
          ul: ({ children: items }) => <ul dir="auto">{items}</ul>,
          ol: ({ children: items, start }) => (
            <ol dir="auto" start={start}>
              {items}
            </ol>
          ),
          li: ({ node, id, className, children: item }) => {
            const { start, end } = node?.position ?? {};
            const isLatin = !hasRightToLeft(children.slice(start?.offset, end?.offset));
            return (
              <li id={id} className={isLatin ? `${className ?? ''} latin`.trim() : className}>
                {item}
              </li>
            );
          },
          blockquote: ({ children: quote }) => <blockquote dir="auto">{quote}</blockquote>,
          img: ({ alt }) => <span className="soft">[{alt ?? ''}]</span>,
        }}
      >
        {children}
      </ReactMarkdown>
    </div>
  );
});
