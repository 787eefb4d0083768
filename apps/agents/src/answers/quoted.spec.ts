import { describe, expect, it } from '@jest/globals';
import { quoted } from './quoted.ts';

describe('a quote', () => {
  it('is cut between characters', () => {
    const text = `${'x'.repeat(1_199)}😀`;
    expect(quoted([{ text, title: 'Refunds' }])).toContain(`> ${'x'.repeat(1_199)}…\n\n— Refunds`);
  });
});
