import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import math from 'mathjs/lib/browser/math.js';
import { evaluate } from './evaluate.ts';
import { combinationsOf, correlationOf, standardDeviationOf, varianceOf } from './exact.ts';
import { Refused } from './refused.ts';
import { FUNCTIONS, UNITS_OF_FUNCTIONS } from './vocabulary.ts';

const codeOf = (expression: string): string => {
  try {
    return `value ${evaluate(expression).result}`;
  } catch (error) {
    return error instanceof Refused ? error.code : 'no refusal';
  }
};

const integers = fc.array(fc.integer({ min: -1_000, max: 1_000 }), { minLength: 2, maxLength: 30 });

function resultOf(expression: string): unknown {
  try {
    return evaluate(expression).result;
  } catch (error) {
    return error instanceof Error ? error.message : error;
  }
}

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
    ['1\n2', 2, 'number'],
    ['[4, 5, 6][2]', 5, 'number'],
    ['x = [4, 5, 6]; x[2:3]', '[5, 6]', 'matrix'],
    ['bigint(12)', '12', 'number'],
    ['setPowerset([1])', '[[], [1]]', 'matrix'],
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
    ['1 +', 'The expression has a syntax error: Unexpected end of expression (char 4).'],
    ['1 km + 1 s', 'The expression could not be evaluated: Units do not match.'],
    ['a = 3;', 'No statement shows its value: end the last one without a semicolon.'],
    ['cos', 'The result is no value: end with an expression that has one.'],
    ['{a: 1}', 'Objects are not available in expressions.'],
    ['a = 1; a.b', 'Properties are not available in expressions.'],
    ['version', 'The expression uses "version", which is not known here.'],
    ['y'.repeat(101), `The expression uses "${'y'.repeat(100)}", which is not known here.`],
    ['('.repeat(5_000), 'The expression is nested too deeply.'],
    ['ones(100, 100)', 'The result has more than 20,000 characters.'],
    ['bignumber("' + 'x'.repeat(300) + '")', `[DecimalError] Invalid argument: ${'x'.repeat(267)}….`],
  ])('says why it refuses %.20s', (expression, sentence) => {
    expect(() => evaluate(expression)).toThrow(sentence);
  });

  it('has texts of up to 20,000 characters', () => {
    const text = `f(s, n) = n > 0 ? f(concat(s, s), n - 1) : s; f("${'x'.repeat(625)}", 5)`;
    expect(evaluate(text)).toEqual({ result: 'x'.repeat(20_000), type: 'text' });
    expect(codeOf(text.replace('; f(', '; concat("x", f(').concat(')'))).toBe('too_large');
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
    ['10 % 2^-3', 0],
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

describe('corrections of mathjs', () => {
  it.each([
    ['combinations(1000, 500)', 2.7028824094543655e299],
    ['combinations(60, 30)', 118264581564861424],
    ['combinations(5, 0)', 1],
    ['combinations(5, 5)', 1],
    ['combinations(1e15, 5e14)', 'Infinity'],
    ['combinations(bignumber(100), 50)', '100891344545564193334812497256'],
    ['combinations(5, 6)', expect.stringContaining('k must be less than or equal to n')],
    ['combinations(5, 2.5)', expect.stringContaining('Positive integer')],
    ['combinations(-5, 2)', expect.stringContaining('Positive integer')],
    ['combinationsWithRep(283, 282)', 2.027802049499063e168],
    ['combinationsWithRep(3, 2)', 6],
    ['combinationsWithRep(0, 1)', expect.stringContaining('must be less than or equal to')],
    ['catalan(0)', 1],
    ['catalan(10)', 16796],
    ['catalan(200)', 5.122014932110171e116],
  ])('count combinations that are numbers: %s', (expression, result) => {
    expect(resultOf(expression)).toEqual(result);
  });

  it.each([
    ['std(0.1, 0.1, 0.1)', 0],
    ['variance([6.1, 6.1, 6.1, 6.1, 6.1, 6.1, 6.1])', 0],
    ['std(1e200, 2e200)', 7.071067811865475e199],
    ['std(1e-200, 4e-200)', 2.12132034355964e-200],
    ['variance(1000000004, 1000000007, 1000000013, 1000000016)', 30],
    ['variance([2, 4, 4, 4, 5, 5, 7, 9], "uncorrected")', 4],
    ['variance([1, 2], "biased")', 0.166666666666667],
    ['std([2, 4, 4, 4, 5, 5, 7, 9], "uncorrected")', 2],
    ['variance([1, 2], "none")', expect.stringContaining('Unknown normalization "none"')],
    ['variance(1, 2, "biased")', expect.stringContaining('Cannot convert "biased"')],
    ['variance([1, 2; 3, 4], 1)', '[2, 2]'],
    ['variance([1, 5; 3, 9], 2)', '[8, 18]'],
    ['variance([1, 2; 3, 4])', 1.66666666666667],
    ['std(5)', 0],
    ['std([])', expect.stringContaining('empty array')],
    ['std([1, "a"])', expect.stringContaining('Cannot convert "a"')],
    ['variance(bignumber(1), 3)', '2'],
    ['variance(1e200, 2e200)', 'Infinity'],
    ['variance(-1e308, 1e308, 0)', 'Infinity'],
    ['std()', expect.stringContaining('could not be evaluated')],
    ['variance([1, 2], "biased", 3)', expect.stringContaining('could not be evaluated')],
  ])('measure spread wherever the numbers are: %s', (expression, result) => {
    expect(resultOf(expression)).toEqual(result);
  });

  it.each([
    ['corr([1000000000000001, 1000000000000002, 1000000000000004], [1, 2, 4])', 1],
    ['corr([1e-200, 2e-200, 4e-200], [1, 2, 4])', 1],
    ['corr([0.1, 0.1, 0.1], [1, 2, 3])', 'NaN'],
    ['corr([1, 2, 3; 3, 2, 1], [1, 2, 4; 1, 2, 3])', '[0.981980506061966, -1]'],
    ['corr([1, 2], [1, 2], [1, 2])', expect.stringContaining('could not be evaluated')],
    ['corr([1, 2], [1, 2, 3])', expect.stringContaining('same number of elements')],
  ])('correlate wherever the numbers are: %s', (expression, result) => {
    expect(resultOf(expression)).toEqual(result);
  });

  it.each([
    ['coth(1e-9)', 1e9],
    ['csch(1e-12)', 1e12],
    ['acsch(1e20)', 1e-20],
    ['acsch(-1e-20)', -46.7448490404409],
    ['acoth(1e16)', 1e-16],
    ['acoth(-2)', -0.549306144334055],
    ['acoth(0.5)', expect.stringContaining('i')],
    ['asech(1e-200)', 461.210165779369],
    ['asech(1)', 0],
    ['asech(2)', '1.0471975511966i'],
    ['asech(-0.5)', expect.stringContaining('i')],
    ['csch(1 + i)', '0.303931001628426 - 0.621518017170429i'],
  ])('keep the digits of hyperbolic functions: %s', (expression, result) => {
    expect(resultOf(expression)).toEqual(result);
  });

  it.each([
    ['1 acre to ft^2', '43560 ft^2'],
    ['2 acres to m^2', '8093.7128448 m^2'],
    ['1 sqmi to acres', '640 acres'],
    ['10 sqch to acre', '1 acre'],
    ['160 sqrd to acre', '1 acre'],
    ['760 torr to atm', '1 atm'],
    ['1 mmHg to Pa', '133.322387415 Pa'],
    ['1 psi to Pa', '6894.75729316836 Pa'],
    ['1 psi to lbf / inch^2', '1 lbf / inch^2'],
    ['1 electronvolt to J', '1.602176634e-19 J'],
    ['1 keV to J', '1.602176634e-16 J'],
    ['2 electronvolts to eV', '2 eV'],
    ['1 mmhg to mmHg', '1 mmHg'],
  ])('convert by what units are defined as: %s', (expression, result) => {
    expect(resultOf(expression)).toBe(result);
  });

  it('count as many subsets as Pascal’s triangle has', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.nat(50), (n, k) => {
        const both = combinationsOf(n - 1, k) + combinationsOf(n - 1, k - 1);
        if (k > 0 && k < n) expect(combinationsOf(n, k)).toBe(both);
      }),
    );
  });

  it('find the same spread and correlation far from zero', () => {
    const far = 2 ** 50;
    fc.assert(
      fc.property(integers, (numbers) => {
        const [moved, n] = [numbers.map((number) => number + far), numbers.length];
        expect(varianceOf(moved, n - 1)).toBe(varianceOf(numbers, n - 1));
        expect(standardDeviationOf(moved, n)).toBe(standardDeviationOf(numbers, n));
        const others = numbers.toSorted((one, other) => one - other);
        expect(correlationOf(moved, others)).toBe(correlationOf(numbers, others));
      }),
    );
  });
});
