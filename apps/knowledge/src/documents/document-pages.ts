import type { DocumentItem } from '@pks/contracts';
import { JsonPage } from '@pks/platform';
import { type ItemRow, itemJson } from './document-row.ts';

/** A row of a page, with the number of all results; without any, there is one of nothing else. */
export type Listed = { readonly total: number } & (ItemRow | { readonly [N in keyof ItemRow]: null });

/** The page that rows of a listing make. */
export function jsonPageOf(rows: readonly Listed[]): JsonPage<DocumentItem> {
  const items = rows.flatMap((row) => (isItem(row) ? [itemJson(row)] : []));
  return new JsonPage(rows[0]?.total ?? 0, Buffer.from(`[${items.join(',')}]`));
}

function isItem(row: Listed): row is Listed & ItemRow {
  return row.id !== null;
}
