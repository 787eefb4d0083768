import { describe, expect, it } from '@jest/globals';
import { cellOf, fieldOf } from './cell-value.ts';

describe('the value of a cell', () => {
  it.each([
    ['12', 12],
    ['+5', 5],
    ['-.5', -0.5],
    ['5.', 5],
    ['1e3', 1_000],
    ['1E-2', 0.01],
    [' 7\t', 7],
    ['-0', -0],
    [`0.${'3'.repeat(100)}`, 1 / 3],
    [`0.${'0'.repeat(300)}1`, 1e-301],
  ])('is a number: %j', (cell, number) => {
    expect(cellOf(cell, false)).toEqual({ type: 'number', text: cell.trim(), number });
  });

  it.each([
    ['1,5', 1.5],
    ['-1,5E+3', -1_500],
    [',5', 0.5],
    ['1.5', 1.5],
  ])('is a number with a decimal comma: %j', (cell, number) => {
    expect(cellOf(cell, true)).toEqual({ type: 'number', text: cell, number });
  });

  it.each(['1.5.2', '1e', 'e5', '.', '-', '1 000', '0x10', 'NaN', 'Infinity', '1e999', '1e99999', '12 kg'])(
    'is a text: %j',
    (cell) => {
      expect(cellOf(cell, true)).toEqual({ type: 'text', text: cell, number: NaN });
    },
  );

  it.each(['1,5,2', '1,5.2', '1.234,5', ','])(
    'is a text with two marks, or none beside digits: %j',
    (cell) => {
      expect(cellOf(cell, true)?.type).toBe('text');
    },
  );

  it('has a decimal comma only where it may', () => {
    expect(cellOf('1,5', false)?.type).toBe('text');
  });

  it.each([
    '2024-02-29',
    '2024-12-31T23:59',
    '2024-01-01 10:30:00',
    '2024-01-01T10:30:00.123Z',
    '2024-01-01T10:30:00,5+02:00',
    '2024-01-01 10:30:00 UTC',
    '2024-01-01T10:30:60-0530',
  ])('is a date: %j', (text) => {
    expect([cellOf(text, false)?.type, fieldOf(text)?.type]).toEqual(['date', 'date']);
  });

  it.each([
    '2024-13-01',
    '2024-00-10',
    '2024-01-32',
    '2024-01-00',
    '2024-01-01T30:00',
    '2024-01-01T10:60',
    '2024-01-01 10:30 the server stopped',
    '2024-01-01 10:30:00 +x',
    'on 2024-01-01',
    '2024-01',
  ])('is no date: %j', (text) => {
    expect([cellOf(text, false)?.type, fieldOf(text)?.type]).toEqual(['text', 'text']);
  });

  it.each(['true', 'FALSE', 'True'])('is a truth value: %j', (cell) => {
    expect(cellOf(cell, false)?.type).toBe('boolean');
    expect(fieldOf(cell)?.type).toBe('text');
  });

  it.each(['truely', 'untrue'])('is none: %j', (cell) => {
    expect(cellOf(cell, false)?.type).toBe('text');
  });

  it.each(['', ' \t\u00a0'])('is missing: %j', (cell) => {
    expect([cellOf(cell, false), fieldOf(cell), fieldOf(null)]).toEqual([null, null, null]);
  });

  it.each([
    [5, { type: 'number', text: '5', number: 5 }],
    [JSON.parse('1e999'), { type: 'text', text: 'Infinity', number: NaN }],
    [false, { type: 'boolean', text: 'false', number: NaN }],
    ['12', { type: 'text', text: '12', number: NaN }],
    [{ a: [1] }, { type: 'object', text: '{"a":[1]}', number: NaN }],
  ])('is that of a field: %j', (field: unknown, value) => {
    expect(fieldOf(field)).toEqual(value);
  });
});
