import { describe, expect, it } from '@jest/globals';
import { readableIn } from './readable.ts';

describe('what of a result of a tool is read', () => {
  it('is the text of a passage', () => {
    expect(readableIn({ title: 'Terms', text: '# Fares' })).toBe('# Fares');
  });

  it('is what an agent answers, but not what it has when it is stopped', () => {
    expect(readableIn({ answer: 'By **bus**.', ended_by: 'answer', steps: [] })).toBe('By **bus**.');
    expect(readableIn({ answer: '', ended_by: 'steps', steps: [] })).toBeUndefined();
    expect(readableIn({ answer: null, ended_by: 'answer', steps: [] })).toBeUndefined();
  });

  it('is nothing of data', () => {
    expect(readableIn({ column: 'fare', count: 3 })).toBeUndefined();
    expect(readableIn({ text: 3 })).toBeUndefined();
  });
});
