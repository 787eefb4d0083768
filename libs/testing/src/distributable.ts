import { parse } from 'libpg-query';

/** The facts that a statement is judged by. */
export interface Distribution {
  /** The tables that are distributed by project. */
  readonly tables: ReadonlySet<string>;
  /** The functions whose values depend only on their arguments, in all of their variants. */
  readonly immutable: ReadonlySet<string>;
  /** The functions that may return another value at each call. */
  readonly volatile: ReadonlySet<string>;
}

type Fields = Readonly<Record<string, unknown>>;
/** A node of a statement's syntax tree: its kind and its fields. */
type Node = readonly [kind: string, fields: Fields];

/** `AT TIME ZONE` of a moment, which PostgreSQL parses as a function. Other functions of this name are not used. */
const ZONED = 'timezone';

/**
 * The reasons why a cluster that distributes tables by project refuses a statement, or would not send it to one node: rules of
 * Citus 14 that PostgreSQL on one machine does not have (docs/patterns.md, 20).
 */
export async function undistributable(text: string, distribution: Distribution): Promise<string[]> {
  const tree: unknown = await parse(text);
  return [...nodesIn(tree)].flatMap((node) => RULES.flatMap((rule) => rule(node, distribution)));
}

type Rule = (node: Node, distribution: Distribution) => string[];

const RULES: readonly Rule[] = [updatesOfConflicts, updates, comparedRows, emptyRows, locks];

function updatesOfConflicts([kind, fields]: Node, { immutable }: Distribution): string[] {
  const clause = kind === 'InsertStmt' ? fields['onConflictClause'] : undefined;
  return mutable(clause, immutable).map(
    (what) => `an update of a conflict depends on the session or the clock: ${what}`,
  );
}

function updates([kind, { targetList, whereClause }]: Node, { immutable, volatile }: Distribution): string[] {
  if (kind !== 'UpdateStmt') return [];
  const nodes = [...nodesIn([targetList, whereClause])];
  const choices = nodes.filter(([one]) => one === 'CaseExpr' || one === 'CoalesceExpr');
  const chosen = choices.flatMap(([, choice]) => mutable(choice, immutable));
  const ofColumns = nodes
    .filter((node) => has(node, 'ColumnRef'))
    .flatMap((node) => mutableItself(node, immutable));
  const called = nodes.flatMap(([one, fields]) => (one === 'FuncCall' ? [nameOf(fields)] : []));
  return [
    ...called
      .filter((name) => volatile.has(name))
      .map((name) => `an update calls a volatile function: ${name}`),
    ...chosen.map((what) => `an update chooses what depends on the session or the clock: ${what}`),
    ...ofColumns.map((what) => `an update computes with a column what depends on the session: ${what}`),
  ];
}

/** Finds rows of a table that is on only one node compared with those of a query. */
function comparedRows([kind, { relation, whereClause }]: Node, { tables }: Distribution): string[] {
  if ((kind !== 'UpdateStmt' && kind !== 'DeleteStmt') || !isFields(relation)) return [];
  const isCompared = ([one, { testexpr }]: Node): boolean =>
    one === 'SubLink' && has([one, { testexpr }], 'RowExpr');
  return !tables.has(String(relation['relname'])) && [...nodesIn(whereClause)].some(isCompared)
    ? ['rows are compared with those of a query']
    : [];
}

function emptyRows([kind, { subLinkType, subselect }]: Node): string[] {
  if (kind !== 'SubLink' || subLinkType !== 'EXISTS_SUBLINK') return [];
  const [selected] = nodesIn(subselect);
  return selected && !('targetList' in selected[1]) && !('valuesLists' in selected[1])
    ? ['EXISTS of rows without a column']
    : [];
}

function locks([kind, { lockingClause, fromClause, whereClause }]: Node, { tables }: Distribution): string[] {
  if (kind !== 'SelectStmt' || lockingClause === undefined) return [];
  const named = [...nodesIn(fromClause)].flatMap(([one, { relname }]) =>
    one === 'RangeVar' ? [String(relname)] : [],
  );
  const isOfOne = [...nodesIn([fromClause, whereClause])].some(isProject);
  return named.some((name) => tables.has(name)) && !isOfOne ? ['rows of several projects are locked'] : [];
}

/** Whether a condition says that a row belongs to a given project. */
function isProject([kind, { lexpr, rexpr }]: Node): boolean {
  if (kind !== 'A_Expr') return false;
  const names = [...nodesIn(lexpr)].flatMap(([, { sval }]) => (sval === undefined ? [] : [sval]));
  return names.at(-1) === 'project_id' && has([kind, { rexpr }], 'ParamRef');
}

/** The parts of a statement that may have another value in another session, or at another time. */
function mutable(part: unknown, immutable: ReadonlySet<string>): string[] {
  return [...nodesIn(part)].flatMap((node) => mutableItself(node, immutable));
}

function mutableItself([kind, fields]: Node, immutable: ReadonlySet<string>): string[] {
  if (kind === 'SQLValueFunction') return ['the time'];
  if (kind === 'FuncCall') {
    const name = nameOf(fields);
    return name === ZONED || immutable.has(name) ? [] : [name];
  }
  return isShifted(kind, fields) ? ['a moment and an interval'] : [];
}

/** Whether an interval is added to a moment, or subtracted from it: with a time zone, the result depends on that of the session. */
function isShifted(kind: string, { name, lexpr, rexpr }: Fields): boolean {
  if (kind !== 'A_Expr' || !isOperator(name, '+', '-') || lexpr === undefined) return false;
  const [left, right] = [isInterval(lexpr), isInterval(rexpr)];
  return left !== right && !isZoned(left ? rexpr : lexpr);
}

function isInterval(part: unknown): boolean {
  const node = nodeOf(part);
  if (!node) return false;
  const [kind, { typeName, name, lexpr, rexpr, args }] = node;
  if (kind === 'TypeCast') return JSON.stringify(typeName).includes('"interval"');
  if (kind === 'CaseExpr')
    return [...nodesIn(args)].some(([one, { result }]) => one === 'CaseWhen' && isInterval(result));
  if (kind !== 'A_Expr') return false;
  if (isOperator(name, '*', '/')) return isInterval(lexpr) || isInterval(rexpr);
  return isOperator(name, '+', '-') && isInterval(rexpr) && (lexpr === undefined || isInterval(lexpr));
}

function isZoned(part: unknown): boolean {
  const node = nodeOf(part);
  return node !== undefined && node[0] === 'FuncCall' && nameOf(node[1]) === ZONED;
}

function isOperator(name: unknown, ...symbols: readonly string[]): boolean {
  return symbols.some((symbol) => JSON.stringify(name).includes(`"sval":"${symbol}"`));
}

function nameOf({ funcname }: Fields): string {
  return [...nodesIn(funcname)].map(([, { sval }]) => String(sval)).at(-1) ?? '';
}

function has([, fields]: Node, kind: string): boolean {
  return [...nodesIn(fields)].some(([one]) => one === kind);
}

/** A part of the tree as a node, if it is one: an object with one property, whose name begins with a capital letter. */
function nodeOf(part: unknown): Node | undefined {
  if (!isFields(part)) return undefined;
  const [[kind = '', fields] = []] = Object.entries(part);
  return /^[A-Z]/.test(kind) && isFields(fields) ? [kind, fields] : undefined;
}

/** The nodes in a part of the tree, each before those that it contains. */
function* nodesIn(part: unknown): Generator<Node> {
  if (typeof part !== 'object' || part === null) return;
  const node = nodeOf(part);
  if (node) yield node;
  for (const below of Object.values(node?.[1] ?? part)) yield* nodesIn(below);
}

function isFields(part: unknown): part is Fields {
  return typeof part === 'object' && part !== null && !Array.isArray(part);
}
