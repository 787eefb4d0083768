import { describe, expect, it } from '@jest/globals';
import { CONSUMERS } from '@pks/contracts';
import { assertDeclared } from './declared-consumers.ts';

describe('the consumers of a service', () => {
  it('are those that its NATS user may use', () => {
    expect(() => assertDeclared('feedback', CONSUMERS.feedback)).not.toThrow();
  });

  it.each([
    ['one too many', [...CONSUMERS.feedback, 'other'], /feedback: see other\./],
    ['one too few', CONSUMERS.feedback.filter((name) => name !== 'emails'), /feedback: see emails\./],
  ])('are refused when they are %s, by name', (_, consumers, sentence) => {
    expect(() => assertDeclared('feedback', consumers)).toThrow(sentence);
  });

  it('of a service that the contracts do not know are its own affair', () => {
    expect(() => assertDeclared('eventful', ['any'])).not.toThrow();
  });
});
