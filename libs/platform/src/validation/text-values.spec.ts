import { describe, expect, it } from '@jest/globals';
import { fieldsOf } from '@pks/contracts';
import { MakeThing } from '../../test/fixtures/things.contract.ts';
import { fromText } from './text-values.ts';

function read(name: string, text: string): unknown {
  const field = fieldsOf(MakeThing).find((one) => one.name === name);
  return field && fromText(field, text);
}

describe('a value in a path, a query or the environment', () => {
  it.each([
    ['size', '5', 5],
    ['size', '-5', -5],
    ['size', '007', 7],
    ['size', '5.0', '5.0'],
    ['size', '1e3', '1e3'],
    ['size', '9007199254740993', '9007199254740993'],
    ['size', '', ''],
    ['size', ' 5', ' 5'],
    ['size', '0x5', '0x5'],
    ['hot', 'true', true],
    ['hot', 'false', false],
    ['hot', 'TRUE', 'TRUE'],
    ['hot', '1', '1'],
    ['name', '5', '5'],
    ['colour', 'true', 'true'],
  ])('of %s is read from %p as %p, and what does not fit stays text', (name, text, value) => {
    expect(read(name, text)).toBe(value);
  });
});
