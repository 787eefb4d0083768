/** The place of a page in its list. */
export interface PagePlace {
  readonly count: number;
  readonly limit: number;
  readonly offset: number;
  /** The list's absolute address, without a query. */
  readonly address: string;
  /** The list's other parameters, as text that precedes `limit`. */
  readonly others: string;
}

/** The end of the envelope, with the list's further fields as JSON. */
export function envelopeEnd(beside = '{}'): string {
  return beside === '{}' ? '}' : `,${beside.slice(1)}`;
}

/** The envelope of a page up to its results (api.md, Paginated list envelope); `envelopeEnd` closes it. */
export function envelopeHead(place: PagePlace): string {
  const { count, limit, offset } = place;
  const next = offset + limit < count ? link(place, offset + limit) : null;
  const previous = offset > 0 ? link(place, Math.max(0, offset - limit)) : null;
  return `{"count":${count},"next":${JSON.stringify(next)},"previous":${JSON.stringify(previous)},"results":`;
}

function link({ address, others, limit }: PagePlace, offset: number): string {
  return `${address}?${others}limit=${limit}${offset > 0 ? `&offset=${offset}` : ''}`;
}
