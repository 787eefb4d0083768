import { type JSX, type ReactNode, useEffect, useRef } from 'react';
import { anyOf } from './words.ts';

/** The name of the highlight that the style sheet colours. */
const FOUND = 'found';

interface Props {
  /** Separated by spaces; empty for none. */
  readonly words: string;
  readonly children: ReactNode;
}

/**
 * Content of any kind with the found words highlighted, scrolled to the first of them. Browsers without highlights show only the content.
 */
export function Highlighted({ words, children }: Props): JSX.Element {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const pattern = anyOf(words.split(' '));
    const content = root.current;
    if (!pattern || !content || !('highlights' in CSS)) return undefined;
    let isShown = false;
    const draw = (): void => {
      const ranges = rangesIn(content, pattern);
      CSS.highlights.set(FOUND, new Highlight(...ranges));
      if (isShown) return;
      ranges[0]?.startContainer.parentElement?.scrollIntoView({ block: 'center' });
      isShown = ranges.length > 0;
    };
    // Parts of the content load later.
    const observer = new MutationObserver(draw);
    observer.observe(content, { childList: true, subtree: true, characterData: true });
    draw();
    return () => {
      observer.disconnect();
      CSS.highlights.delete(FOUND);
    };
  }, [words]);
  return <div ref={root}>{children}</div>;
}

function rangesIn(content: Node, pattern: RegExp): Range[] {
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(content, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (const { index, 0: word } of (node.nodeValue ?? '').matchAll(pattern)) {
      const range = new Range();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      ranges.push(range);
    }
  }
  return ranges;
}
