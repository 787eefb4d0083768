import type { MathNode } from 'mathjs';
import math from 'mathjs/lib/browser/math.js';
import type { Evaluated } from '../answer.ts';
import { type Standing, assertAllowed } from './allowed.ts';
import { correct } from './corrections.ts';
import { Refused } from './refused.ts';
import { valueOf } from './value.ts';
import { FUNCTIONS } from './vocabulary.ts';

const MOST_OF_A_SENTENCE = 300;

/** Functions that parse text, or change mathjs for later expressions. */
const SEALED = [
  'chain',
  'compile',
  'createUnit',
  'derivative',
  'evaluate',
  'parse',
  'parser',
  'rationalize',
  'resolve',
  'reviver',
  'simplify',
  'import',
] as const;

/** The names that mathjs has a meaning for in expressions. */
const NAMES = math.expression.mathWithTransform;

const { parse } = math;
correct();
seal();

/** The value of an expression, which leaves nothing to the next one. @throws Refused */
export function evaluate(expression: string): Evaluated {
  try {
    const root = parsed(expression);
    assertAllowed(root, standingOf);
    return valueOf(root.compile().evaluate(new Map()));
  } catch (error) {
    throw refusalOf(error);
  }
}

function parsed(expression: string): MathNode {
  try {
    return parse(expression);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new Refused('syntax_error', sentence('The expression has a syntax error', error.message));
  }
}

/** The vocabulary's functions, constants and units are known; any other name that mathjs has a meaning for cannot even be a variable. */
function standingOf(name: string): Standing {
  if (FUNCTIONS.has(name)) return 'known';
  if (name in NAMES) return isConstant(name) ? 'known' : 'forbidden';
  return math.Unit.isValuelessUnit(name) ? 'known' : 'free';
}

function isConstant(name: string): boolean {
  return Object.hasOwn(NAMES, name) && typeof NAMES[name] !== 'function' && name !== 'version';
}

/** A second wall: if an expression reached one of these functions after all, the function would only refuse. */
function seal(): void {
  const functions = Object.fromEntries(SEALED.map((name) => [name, unavailable]));
  // Functions that mathjs creates on first use read settings, such as when two numbers are equal, from `config`.
  const config = Object.assign(() => unavailable(), math.config({ absTol: 0 }));
  math.import({ ...functions, config }, { override: true });
}

function unavailable(): never {
  throw new Refused('not_available', 'This function is not available in expressions.');
}

function refusalOf(error: unknown): Refused {
  if (error instanceof Refused) return error;
  const why = error instanceof Error ? error.message : String(error);
  if (error instanceof RangeError && why.includes('call stack'))
    return new Refused('too_deep', 'The expression is nested too deeply.');
  return new Refused('evaluation_error', sentence('The expression could not be evaluated', why));
}

function sentence(beginning: string, why: string): string {
  const short = why.length > MOST_OF_A_SENTENCE ? `${why.slice(0, MOST_OF_A_SENTENCE)}…` : why;
  return `${beginning}: ${short.replace(/\.$/, '')}.`;
}
