import type { Table } from '@lancedb/lancedb';
import { piecesOf, rowIdOf, rowKeyOf } from './passage-rows.ts';
import { hasPieces } from './passage-tables.ts';
import { QuestionPieces } from './pieces.ts';
import { type Candidate, scoresOf } from './ranking.ts';

/** This many of the best candidates are compared by the pieces of their words. */
const COMPARED = 50;

/** A candidate with its row, by which its pieces are read. */
export interface CandidateRow extends Candidate {
  readonly row: unknown;
}

/**
 * The candidates with their likeness to a question. Of the best, those without stored pieces count as average; all others
 * get the least likeness of the best, so that they stay behind them.
 */
export async function likened(
  table: Table,
  candidates: readonly CandidateRow[],
  { vector, pieces }: { readonly vector: Float32Array | null; readonly pieces?: Int8Array | null },
): Promise<readonly Candidate[]> {
  if (!vector || !pieces || !(await hasPieces(table))) return candidates;
  const best = bestOf(candidates);
  const likeness = await likenessOf(table, best, new QuestionPieces(pieces, vector.length));
  const known = [...likeness.values()];
  if (known.length === 0) return candidates;
  const [usual, least] = [known.reduce((sum, one) => sum + one, 0) / known.length, Math.min(...known)];
  const compared = new Set(best);
  return candidates.map((candidate) => ({
    ...candidate,
    likeness: compared.has(candidate) ? (likeness.get(rowKeyOf(candidate.row)) ?? usual) : least,
  }));
}

function bestOf(candidates: readonly CandidateRow[]): CandidateRow[] {
  const scores = scoresOf(candidates);
  return candidates
    .map((candidate, index) => ({ candidate, score: scores[index] ?? 0 }))
    .sort((a, b) => b.score - a.score)
    .slice(0, COMPARED)
    .map(({ candidate }) => candidate);
}

/** The likeness of candidates, by the keys of their rows. Rows that were rewritten meanwhile are missing. */
async function likenessOf(
  table: Table,
  candidates: readonly CandidateRow[],
  question: QuestionPieces,
): Promise<Map<string, number>> {
  const ids = candidates.map(({ row }) => rowIdOf(row));
  const rows: unknown[] = await table.takeRowIds(ids).select(['write_id', 'position', 'pieces']).toArray();
  const likeness = new Map<string, number>();
  for (const row of rows) {
    const signs = piecesOf(row);
    if (signs) likeness.set(rowKeyOf(row), question.likenessTo(signs));
  }
  return likeness;
}
