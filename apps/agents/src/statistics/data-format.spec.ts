import { describe, expect, it } from '@jest/globals';
import { dataFormatOf } from './data-format.ts';

describe('the format of data', () => {
  it.each([
    ['text/csv', 'a', 'csv'],
    ['text/csv; charset=utf-8', 'a', 'csv'],
    ['application/json', 'a', 'json'],
    ['application/x-ndjson', 'a', 'json'],
    ['application/geo+json', 'a', 'json'],
    ['application/vnd.ms-excel', 'a.CSV', 'csv'],
    ['text/plain', 'a.jsonl', 'json'],
    ['', 'a.tsv', 'csv'],
    ['text/plain', 'a.txt', null],
    ['application/pdf', 'a.csv', null],
  ])('of %j, named %s, is %s', (type, name, format) => {
    expect(dataFormatOf(type, name)).toBe(format);
  });
});
