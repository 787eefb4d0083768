import { describe, expect, it } from '@jest/globals';
import { pagesIn } from './found-pages.ts';

const PAGE = { title: 'Refunds', url: 'https://example.com/a', content: 'Within 30 days.' };
const FOUND = { title: 'Refunds', url: 'https://example.com/a', snippet: 'Within 30 days.' };

const pages = (...results: readonly unknown[]) => pagesIn(JSON.stringify({ query: 'refunds', results }));

describe('the pages of a web search', () => {
  it('have an address, a title and a snippet, and what else is known of them', () => {
    const more = { engine: 'duckduckgo', publishedDate: '2026-11-01T10:00:00', score: 2.5 };
    expect(pages(PAGE, { ...PAGE, ...more })).toEqual([
      FOUND,
      { ...FOUND, engine: 'duckduckgo', published_at: '2026-11-01T10:00:00.000Z' },
    ]);
  });

  it.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    'ftp://example.com/',
    'data:text/html,x',
    'https://user:password@example.com/',
    '/relative',
    `https://example.com/${'a'.repeat(2_000)}`,
    7,
    null,
  ])('are pages of the web: %j is left out', (url) => {
    expect(pages({ ...PAGE, url }, PAGE)).toEqual([FOUND]);
  });

  it('have texts that can be stored and sent, and are not endless', () => {
    const odd = {
      ...PAGE,
      title: ` a\u0000b\ud800\u001b[31m `,
      content: 'x'.repeat(3_000),
      publishedDate: 'soon',
    };
    expect(pages(odd)).toEqual([{ ...FOUND, title: 'a b\ufffd [31m', snippet: 'x'.repeat(2_000) }]);
    expect(pages({ url: PAGE.url, title: 7, content: null, engine: {} })).toEqual([
      { title: '', url: PAGE.url, snippet: '' },
    ]);
  });

  it('are none of what is no list of results', () => {
    expect(['', '[]', '{}', '{"results":{}}', '<html>'].map(pagesIn)).toEqual(Array(5).fill(undefined));
    expect(pages(null, 7, [], 'a')).toEqual([]);
  });
});
