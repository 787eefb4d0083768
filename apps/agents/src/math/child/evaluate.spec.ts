import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import math from 'mathjs/lib/browser/math.js';
import { evaluate } from './evaluate.ts';
import { Refused } from './refused.ts';
import { FUNCTIONS, UNITS_OF_FUNCTIONS } from './vocabulary.ts';

const codeOf = (expression: string): string => {
  try {
    return `value ${evaluate(expression).result}`;
  } catch (error) {
    return error instanceof Refused ? error.code : 'no refusal';
  }
};

describe('evaluation', () => {
  it.each([
    ['12% * 350', 42, 'number'],
    ['350 + 12%', 392, 'number'],
    ['0.1 + 0.2', 0.3, 'number'],
    ['2^53', 2 ** 53, 'number'],
    ['1 / 0', 'Infinity', 'number'],
    ['bignumber(2)^100', '1267650600228229401496703205376', 'number'],
    ['3 km / 20 minutes to km/h', '9 km / h', 'unit'],
    ['100 degF to degC', '37.7777777777778 degC', 'unit'],
    ['speedOfLight to km/s', '299792.458 km / s', 'unit'],
    ['0.000001 km to km', '0.000001 km', 'unit'],
    ['mean(4, 8, 9)', 7, 'number'],
    ['[1, 2; 3, 4] * 2', '[[2, 4], [6, 8]]', 'matrix'],
    ['a = 3; b = a^2', 9, 'number'],
    ['f(x) = x^2; f(3)', 9, 'number'],
    ['min = 3; 2 min', 6, 'number'],
    ['f(min) = 2 min; f(2)', 4, 'number'],
    ['min(3, 4) minutes', '3 minutes', 'unit'],
    ['map([1, 4], sqrt)', '[1, 2]', 'matrix'],
    ['f = sqrt; f(4)', 2, 'number'],
    ['sqrt(-4)', '2i', 'complex'],
    ['fraction(1, 3) + 1', '4/3', 'fraction'],
    ['2 > 1 and 3 > 2', 'true', 'boolean'],
  ])('evaluates %s', (expression, result, type) => {
    expect(evaluate(expression)).toEqual({ result, type });
  });

  it.each([
    ['bignumber(2)^64 + 1', '18446744073709551617'],
    ['bignumber("0.1") + bignumber("0.2")', '0.3'],
    ['bignumber(10)^64', '1e+64'],
    ['bignumber(10)^63', `1${'0'.repeat(63)}`],
  ])('has 64 digits for a bignumber: %s', (expression, result) => {
    expect(evaluate(expression).result).toBe(result);
  });

  it.each([
    ['1 +', 'syntax_error'],
    ['(((', 'syntax_error'],
    ['5 USD', 'unknown_name'],
    ['1 km + 1 s', 'evaluation_error'],
    ['a = 3;', 'no_value'],
    ['f(x) = x', 'no_value'],
    ['cos', 'no_value'],
    ['ones(100, 100)', 'too_large'],
    ['f(s, n) = n > 0 ? f(concat(s, s), n - 1) : s; f("abcdefghij", 12)', 'too_large'],
    ['('.repeat(5_000), 'too_deep'],
    ['f(x) = f(x); f(1)', 'too_deep'],
  ])('refuses %s', (expression, code) => {
    expect(codeOf(expression)).toBe(code);
  });

  it.each([
    ['2 min', '"min" is a function here; for the unit write "minutes".'],
    ['120 s to min', '"min" is a function here; for the unit write "minutes".'],
    ['3 km / 20 min to km/h', '"min" is a function here; for the unit write "minutes".'],
    ['10 sec < 1 hour', '"sec" is a function here; for the unit write "seconds".'],
    ['5 + mean', '"mean" is a function: write its values in parentheses behind it, as in "mean(…)".'],
    ['1 < cube < 3', '"cube" is a function: write its values in parentheses behind it, as in "cube(…)".'],
    ['1:max', '"max" is a function: write its values in parentheses behind it, as in "max(…)".'],
  ])('says how to write what is meant where a function stands as a value: %s', (expression, sentence) => {
    expect(() => evaluate(expression)).toThrow(new Refused('evaluation_error', sentence));
    expect(codeOf(expression)).toBe('evaluation_error');
  });

  it.each([
    '10% + 5%',
    '5% + 3',
    '100 + 10% - 5',
    '10 % -3',
    '10% - 2 pi',
    '10% -2^2',
    '8 * 5% + 3',
    'f(x) = x% - 1; f(5)',
  ])('refuses a sign behind a percent sign, which can be meant in two ways: %s', (expression) => {
    expect(() => evaluate(expression)).toThrow('put a percentage in parentheses');
    expect(codeOf(expression)).toBe('syntax_error');
  });

  it.each([
    ['10 % 3', 1],
    ['-7 % 3', 2],
    ['10 % 3!', 4],
    ['10 % (-3)', -2],
    ['10 mod -3', -2],
    ['(100 + 10%) - 5', 105],
    ['(10%) + 5', 5.1],
    ['10% * -5', -0.5],
  ])('tells a percentage from a remainder: %s', (expression, result) => {
    expect(evaluate(expression).result).toBe(result);
  });

  it('knows how to write each unit that has the name of a function', () => {
    const units = [...FUNCTIONS].filter((name) => math.Unit.isValuelessUnit(name));
    expect([...UNITS_OF_FUNCTIONS.keys()].toSorted()).toEqual(units.toSorted());
    for (const unit of UNITS_OF_FUNCTIONS.values()) expect(evaluate(`2 ${unit}`).type).toBe('unit');
  });

  it.each([
    'cos.constructor("return process")',
    'cos["constructor"]',
    '"text".constructor',
    'f(x) = x; f["constructor"]',
    '{a: 1}',
    '{a: 1}.a',
    'a.b = 3',
    'a["b"] = 3',
    '__proto__',
    'constructor',
    'toString',
    'this',
    'import({a: 1})',
    'map([1], import)',
    'createUnit("x")',
    'evaluate("1")',
    'parse("1")',
    'compile("1")',
    'parser()',
    'simplify("x")',
    'derivative("x", "x")',
    'config(1)',
    'print("$a", [1])',
    'typed("a")',
    'help(cos)',
    'f(evaluate) = 1; evaluate("1")',
    'import = 1; import("x")',
    'constructor = 1',
    'process',
    'globalThis',
    'require("fs")',
  ])('has no way to code: %s', (expression) => {
    expect(['unknown_name', 'not_available']).toContain(codeOf(expression));
  });

  it('has a value or a refusal for any text', () => {
    const word = fc.constantFrom(
      ...FUNCTIONS,
      'constructor',
      '__proto__',
      'a',
      '=',
      '(',
      ')',
      '[',
      ']',
      '.',
      ',',
      '"',
      ';',
      ' ',
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(fc.oneof(word, fc.nat(9).map(String)), { maxLength: 12 }).map((all) => all.join('')),
    );
    fc.assert(fc.property(text, (expression) => expect(codeOf(expression)).not.toBe('no refusal')));
  });

  it('divides as numbers do, to 15 digits', () => {
    const number = fc.integer({ min: -1_000_000, max: 1_000_000 });
    fc.assert(
      fc.property(number, number.filter(Boolean), (one, other) => {
        expect(evaluate(`(${one}) / (${other})`).result).toBeCloseTo(one / other, 8);
      }),
    );
  });
});
