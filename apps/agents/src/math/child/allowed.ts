import type { MathNode } from 'mathjs';
import math from 'mathjs/lib/browser/math.js';
import { Refused } from './refused.ts';
import { FUNCTIONS, UNITS_OF_FUNCTIONS } from './vocabulary.ts';

/** The parts that an expression may have: no objects, and no properties of anything. */
const PARTS: ReadonlySet<string> = new Set([
  'AccessorNode',
  'ArrayNode',
  'AssignmentNode',
  'BlockNode',
  'ConditionalNode',
  'ConstantNode',
  'FunctionAssignmentNode',
  'FunctionNode',
  'IndexNode',
  'OperatorNode',
  'ParenthesisNode',
  'RangeNode',
  'RelationalNode',
  'SymbolNode',
]);

/** Parts whose own parts are values, never functions. */
const OPERATIONS: ReadonlySet<string> = new Set(['OperatorNode', 'RangeNode', 'RelationalNode']);

const AMBIGUOUS =
  'A sign behind "%" is ambiguous: put a percentage in parentheses with what it is of, as in "(100 + 10%) - 5" or "(10%) + 5"; for a remainder write "mod(10, -5)".';

/** Whether mathjs has a meaning for a name, and expressions may use it: `known`, `forbidden`, or `free` without a meaning. */
export type Standing = 'known' | 'forbidden' | 'free';

/** @throws Refused unless the expression uses only values, operators, known names and free names that it defines, and no function as a value. */
export function assertAllowed(root: MathNode, standingOf: (name: string) => Standing): void {
  const own = new Set<string>();
  root.traverse((node) => namesIn(node).forEach((name) => own.add(name)));
  root.traverse((node, _path, parent) => {
    if (!PARTS.has(node.type))
      throw new Refused('not_available', 'Objects are not available in expressions.');
    if (isProperty(node)) throw new Refused('not_available', 'Properties are not available in expressions.');
    if (hasSignAfterPercent(node)) throw new Refused('syntax_error', AMBIGUOUS);
    const name = math.isSymbolNode(node) ? node.name : null;
    if (name === null) return;
    if (OPERATIONS.has(parent?.type) && FUNCTIONS.has(name) && !own.has(name)) throw noValue(name);
    const standing = standingOf(name);
    if (standing === 'known' || (standing === 'free' && own.has(name))) return;
    throw new Refused(
      'unknown_name',
      `The expression uses "${name.slice(0, 100)}", which is not known here.`,
    );
  });
}

function noValue(name: string): Refused {
  const unit = UNITS_OF_FUNCTIONS.get(name);
  const instead =
    unit === undefined
      ? `: write its values in parentheses behind it, as in "${name}(…)".`
      : ` here; for the unit write "${unit}".`;
  return new Refused('evaluation_error', `"${name}" is a function${instead}`);
}

/** The names that a part of the expression defines. */
function namesIn(node: MathNode): readonly string[] {
  if (math.isFunctionAssignmentNode(node)) return [node.name, ...node.params];
  return math.isAssignmentNode(node) && math.isSymbolNode(node.object) ? [node.object.name] : [];
}

/** Whether the node is like `10% + 5`, which mathjs takes for the remainder of a division by +5. */
function hasSignAfterPercent(node: MathNode): boolean {
  if (!math.isOperatorNode(node)) return false;
  const operator: string = node.op;
  return operator === '%' && node.args.slice(1).some(beginsWithSign);
}

function beginsWithSign(node: MathNode): boolean {
  if (!math.isOperatorNode(node)) return false;
  if (node.fn === 'unaryPlus' || node.fn === 'unaryMinus') return true;
  return node.args.slice(0, 1).some(beginsWithSign);
}

/** Whether the node is a property, as in `a.b` or `a["b"]`; elements of a matrix are not properties. */
function isProperty(node: MathNode): boolean {
  return math.isIndexNode(node) && node.dimensions.some(isText);
}

function isText(node: MathNode): boolean {
  return math.isConstantNode(node) && typeof node.value === 'string';
}
