import { describe, expect, it } from '@jest/globals';
import { quoted } from './quoted.ts';

describe('a quote', () => {
  it('says where it is from: the title, the heading, the page and the version', () => {
    const source = { title: 'Refunds', heading: 'How long', page: 3, version_number: 2 };
    expect(quoted([{ text: 'Days.', ...source }])).toMatch(/^— Refunds, How long, page 3, version 2$/m);
    const unknown = { title: 'Refunds', heading: '', page: null, version_number: null };
    expect(quoted([{ text: 'Days.', ...unknown }])).toMatch(/^— Refunds$/m);
  });

  it('is none where nothing was found, which is said', () => {
    expect(quoted([])).toBe('Nothing in this project’s documents and published artifacts answers this.');
  });

  it('is cut between characters', () => {
    const text = `${'x'.repeat(1_199)}😀`;
    expect(quoted([{ text, title: 'Refunds' }])).toContain(`> ${'x'.repeat(1_199)}…\n\n— Refunds`);
  });
});
