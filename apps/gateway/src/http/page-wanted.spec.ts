import { describe, expect, it } from '@jest/globals';
import { wantsPage } from './page-wanted.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

describe('a page that says that there is nothing', () => {
  it.each(['/nowhere', '/project/x', '/apis', '/docs/nothing?x=/api/'])(
    'is for a browser that opens %s',
    (url) => {
      for (const method of ['GET', 'HEAD'])
        expect(wantsPage({ method, url, headers: { accept: BROWSER } })).toBe(true);
    },
  );

  it.each([undefined, '*/*', 'application/json', 'text/htmlx', 'text/plain, application/json;text/html=1'])(
    'is not for whoever accepts %s',
    (accept) => {
      const headers = accept === undefined ? {} : { accept };
      expect(wantsPage({ method: 'GET', url: '/nowhere', headers })).toBe(false);
    },
  );

  it.each(['/api', '/api/v1/nothing/', '/mcp/x', '/mcp?x', '/.well-known/x', '/health', '/assets/none.js'])(
    'is not for %s',
    (url) => {
      expect(wantsPage({ method: 'GET', url, headers: { accept: BROWSER } })).toBe(false);
    },
  );

  it('is not for what is sent', () => {
    expect(wantsPage({ method: 'POST', url: '/nowhere', headers: { accept: BROWSER } })).toBe(false);
  });
});
