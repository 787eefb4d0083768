import { describe, expect, it } from '@jest/globals';
import { documentFiltersIn } from './pages/documents/filters.ts';
import * as filters from './pages/list-filters.ts';
import { queryIn } from './pages/search-filters.ts';
import { signalFiltersIn } from './pages/signals/filters.ts';
import * as parameters from './search-parameters.ts';

/** The router's result for an address: it keeps parameters that a page does not name. */
const merged = (given: Record<string, unknown>, validated: object): object => ({ ...given, ...validated });

describe('the parameters of an address', () => {
  it.each([
    ['signing in', parameters.returnIn, { to: '//elsewhere.test' }],
    ['members', filters.searchIn, { search: { of: 1 } }],
    ['an interview', parameters.markIn, { mark: ['a'] }],
    [
      'an artifact',
      parameters.artifactSearchIn,
      { id: {}, tab: 'nothing', version: -1.5, from: 'the first', mark: true },
    ],
    ['documents', documentFiltersIn, { labels: 'Legal', q: {} }],
    ['a document', parameters.passageIn, { page: 0, mark: '' }],
    ['the search', queryIn, { q: null, mode: 'both', kinds: 'document' }],
    ['artifacts', filters.artifactsIn, { scope: 'in_scope', q: {} }],
    ['interviews', filters.interviewsIn, { tab: 'all', q: {} }],
    ['conversations', filters.conversationsIn, { q: {}, tag: [], archived: false }],
    ['the inbox', filters.inboxIn, { unread: 'yes' }],
    ['signals', signalFiltersIn, { status: 'lost', sentiment: 1, q: {}, by: 'day' }],
  ])('of %s are dropped where they are wrong', (_page, validate, wrong) => {
    const absent = Object.fromEntries(Object.keys(wrong).map((name) => [name, undefined]));
    expect(merged(wrong, validate(wrong))).toStrictEqual(absent);
  });

  it('of an artifact are what a link to it means', () => {
    const meant = { id: 'a', tab: 'history', version: 3, from: 2, mark: 'fare' };
    expect(parameters.artifactSearchIn(meant)).toEqual(meant);
    expect(parameters.artifactSearchIn({ version: 1.5 }).version).toBeUndefined();
    expect(parameters.passageIn({ page: 3, mark: 'fare' })).toEqual({ page: 3, mark: 'fare' });
  });

  it('have the token of an invitation, or none', () => {
    expect([{ token: 'abc' }, {}].map(parameters.tokenIn)).toEqual([{ token: 'abc' }, { token: '' }]);
  });

  it('are texts where they are searched for, also where they look like numbers', () => {
    expect(queryIn({ q: 2026, mode: 'words' })).toEqual({ q: '2026', mode: 'words' });
    expect(documentFiltersIn({ q: 7 })).toEqual({ q: '7' });
    expect(parameters.markIn({ mark: 7 })).toEqual({ mark: '7' });
    expect(documentFiltersIn({ labels: ['Legal', 2026, ''] })).toEqual({
      labels: ['Legal', '2026', ''],
    });
    expect(signalFiltersIn({ q: 42, by: 'conversation' })).toMatchObject({ q: '42', by: 'conversation' });
  });

  it('of the search name the kinds that are searched, where it is not all of them', () => {
    const kindsIn = (...kinds: string[]) => queryIn({ kinds }).kinds;
    expect(kindsIn('interview', 'artifact', 'map')).toEqual(['artifact', 'interview']);
    expect(kindsIn()).toEqual([]);
    expect(kindsIn('interview', 'document', 'artifact')).toBeUndefined();
  });

  it('of the groups of signals name no status that they do not have', () => {
    const [of, by] = [signalFiltersIn, 'conversation'];
    expect(of({ status: 'dismissed', by })).toMatchObject({ status: undefined, by });
    expect(of({ status: 'reviewed', by })).toMatchObject({ status: 'reviewed', by });
    expect(of({ status: 'dismissed' })).toMatchObject({ status: 'dismissed' });
  });

  it('lead to no other site after signing in', () => {
    expect(parameters.returnIn({ to: '/projects/p/signals?q=a' })).toEqual({ to: '/projects/p/signals?q=a' });
    expect(parameters.returnIn({ to: 'https://elsewhere.test/' })).toEqual({ to: undefined });
  });
});
