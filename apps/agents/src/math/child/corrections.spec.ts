import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { evaluate } from './evaluate.ts';
import { combinationsOf, correlationOf, standardDeviationOf, varianceOf } from './exact.ts';

const integers = fc.array(fc.integer({ min: -1_000, max: 1_000 }), { minLength: 2, maxLength: 30 });

function resultOf(expression: string): unknown {
  try {
    return evaluate(expression).result;
  } catch (error) {
    return error instanceof Error ? error.message : error;
  }
}

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
