import { describe, expect, it } from '@jest/globals';
import { inputOf, isMuch } from './parameters.ts';

const parameter = (id: string, type: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object') => ({
  id,
  type,
  description: '',
  required: false,
});

describe('what was typed into the form of a tool', () => {
  it.each([
    ['string', '12', '12'],
    ['integer', '12', 12],
    ['number', '1.5', 1.5],
    ['boolean', true, true],
    ['array', '[1, 2]', [1, 2]],
    ['object', '{"a": 1}', { a: 1 }],
  ] as const)('is sent as %s', (type, typed, sent) => {
    expect(inputOf([parameter('x', type)], { x: typed })).toEqual({ x: sent });
  });

  it('is left out where nothing was typed', () => {
    const parameters = [parameter('a', 'number'), parameter('b', 'array'), parameter('c', 'string')];
    expect(inputOf(parameters, { a: ' ', c: '' })).toEqual({});
  });

  it('is false for a switch that has to be sent, and left out for one that nobody touched', () => {
    expect(inputOf([parameter('x', 'boolean')], {})).toEqual({});
    expect(inputOf([{ ...parameter('x', 'boolean'), required: true }], {})).toEqual({ x: false });
  });

  it('goes as it is where it cannot be converted: the service says what is wrong', () => {
    expect(inputOf([parameter('a', 'integer')], { a: 'many' })).toEqual({ a: 'many' });
    expect(inputOf([parameter('a', 'object')], { a: '{' })).toEqual({ a: '{' });
  });

  it('is much if it is longer than a line, and not if it is a few words and switches', () => {
    expect(isMuch({ a: 'x'.repeat(60), b: 'y'.repeat(60), c: true })).toBe(true);
    expect(isMuch({ query: 'When do the ferries leave?', top_k: '3', c: true, d: undefined })).toBe(false);
    expect(isMuch({ a: ' '.repeat(200) })).toBe(false);
  });
});
