/** The functions that expressions may use: none parses text or defines units, and all return values. */
const ARITHMETIC =
  'abs add cbrt ceil cube divide dotDivide dotMultiply dotPow exp expm1 fix floor gcd hypot invmod lcm log log10 log1p log2 ' +
  'mod multiply norm nthRoot nthRoots pow round sign sqrt square subtract unaryMinus unaryPlus xgcd';
const TRIGONOMETRY =
  'acos acosh acot acoth acsc acsch asec asech asin asinh atan atan2 atanh cos cosh cot coth csc csch sec sech sin sinh tan tanh';
const STATISTICS =
  'corr count cumsum mad max mean median min mode prod quantileSeq std sum variance kldivergence';
const PROBABILITY =
  'bellNumbers catalan combinations combinationsWithRep composition erf factorial gamma lgamma multinomial permutations ' +
  'pickRandom random randomInt stirlingS2 zeta';
const MATRICES =
  'column concat cross ctranspose det diag diff distance dot expm fft filter flatten forEach identity ifft intersect inv kron ' +
  'lsolve map matrix matrixFromColumns matrixFromFunction matrixFromRows ones partitionSelect pinv polynomialRoot range reshape ' +
  'resize rotate rotationMatrix row size sort sqrtm squeeze trace transpose usolve zeros';
const SETS =
  'setCartesian setDifference setDistinct setIntersect setIsSubset setMultiplicity setPowerset setSize setSymDifference setUnion';
const LOGIC =
  'and compare compareNatural deepEqual equal larger largerEq not nullish or smaller smallerEq unequal xor isFinite isInteger ' +
  'isNaN isNegative isNumeric isPositive isPrime isZero bitAnd bitNot bitOr bitXor leftShift rightArithShift rightLogShift';
const VALUES = 'arg bigint bignumber bin complex conj fraction hex im number oct re to toBest unit';

const ALL = [ARITHMETIC, TRIGONOMETRY, STATISTICS, PROBABILITY, MATRICES, SETS, LOGIC, VALUES];

/** The names of all functions that expressions may use. */
export const FUNCTIONS: ReadonlySet<string> = new Set(ALL.flatMap((names) => names.split(' ')));

/** Functions with the name of a unit, and another name of that unit. */
export const UNITS_OF_FUNCTIONS: ReadonlyMap<string, string> = new Map([
  ['min', 'minutes'],
  ['sec', 'seconds'],
]);
