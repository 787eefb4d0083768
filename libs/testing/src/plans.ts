/** The longest page of a list has 1,000 rows, and a sort that is nearly done by an index reads a little beyond it. */
const PAGE = 1_100;

/** `things_part_3` is a part of `things`. */
const PARTITION = /_part_\d+$/;

/** A node of a plan, as EXPLAIN describes it. Without the fields of what it did, if the statement was not carried out. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Alias?: string;
  readonly 'Index Cond'?: string;
  readonly 'Recheck Cond'?: string;
  readonly 'Sort Key'?: readonly string[];
  /** Set if the rows of this plan are used by an expression, and are no input of the node above it. */
  readonly 'Subplan Name'?: string;
  /** On average for each loop; so are the rows removed. */
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** How a plan reads too much of divided tables: several partitions of a table, or a whole partition or index. */
export function overreach(plan: PlanNode): string[] {
  const scans = nodesOf(plan).filter(
    (node) => PARTITION.test(node['Relation Name'] ?? '') && node['Node Type'].endsWith('Scan'),
  );
  return [...unpruned(scans), ...unindexed(scans)];
}

/** How a plan wasted work: it read more than a page of rows to drop most of them, or sorted more rows than a page has. */
export function waste(plan: PlanNode): string[] {
  const nodes = nodesOf(plan);
  return [...wasteful(nodes), ...sorting(nodes)];
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

function tableOf({ 'Relation Name': name = '' }: PlanNode): string {
  return name.replace(PARTITION, '');
}

/** The tables of which one mention in the statement reads several partitions. PostgreSQL appends the partition's number to the mention's alias. */
function unpruned(scans: readonly PlanNode[]): string[] {
  const read = new Map<string, Set<string>>();
  for (const scan of scans) {
    const mention = `${tableOf(scan)} ${(scan.Alias ?? '').replace(/_\d+$/, '')}`;
    read.set(mention, (read.get(mention) ?? new Set()).add(scan['Relation Name'] ?? ''));
  }
  return [...read].flatMap(([mention, parts]) =>
    parts.size > 1 ? [`reads ${parts.size} partitions of ${mention.split(' ')[0]}`] : [],
  );
}

/** The tables that are read row by row, or through a whole index. */
function unindexed(scans: readonly PlanNode[]): string[] {
  return scans.flatMap((scan) => {
    const isFound = scan['Index Cond'] !== undefined || scan['Recheck Cond'] !== undefined;
    return isFound ? [] : [`reads all of ${tableOf(scan)}`];
  });
}

/** The nodes that drop most of the rows that they read, and more of them than a page has. */
function wasteful(nodes: readonly PlanNode[]): string[] {
  return nodes.flatMap((node) => {
    const [dropped, kept] = [droppedBy(node), rowsOf(node)];
    const place = tableOf(node) || node['Node Type'];
    return dropped > PAGE && dropped > kept ? [`drops ${dropped} rows of ${place}, keeps ${kept}`] : [];
  });
}

function droppedBy(node: PlanNode): number {
  const removed =
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0);
  return Math.round(removed * (node['Actual Loops'] ?? 0));
}

/** The sorts of more rows than a page has. */
function sorting(nodes: readonly PlanNode[]): string[] {
  return nodes.flatMap((node) => {
    if (!node['Node Type'].endsWith('Sort')) return [];
    const inputs = (node.Plans ?? []).filter((input) => input['Subplan Name'] === undefined);
    const rows = inputs.reduce((sum, input) => sum + rowsOf(input), 0);
    return rows > PAGE ? [`sorts ${rows} rows by ${(node['Sort Key'] ?? []).join(', ')}`] : [];
  });
}

function rowsOf(node: PlanNode): number {
  return Math.round((node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 0));
}
