/** Where a page lies in its list. */
export interface PagePlace {
  readonly count: number;
  readonly limit: number;
  readonly offset: number;
  /** The list's absolute address, without a query. */
  readonly address: string;
  /** Its other parameters, ready to be put before `limit`. */
  readonly others: string;
}

/** What stands before the results in the envelope of a page (api.md, Paginated list envelope); `}` closes it. */
export function envelopeHead(place: PagePlace): string {
  const { count, limit, offset } = place;
  const next = offset + limit < count ? link(place, offset + limit) : null;
  const previous = offset > 0 ? link(place, Math.max(0, offset - limit)) : null;
  return `{"count":${count},"next":${JSON.stringify(next)},"previous":${JSON.stringify(previous)},"results":`;
}

function link({ address, others, limit }: PagePlace, offset: number): string {
  return `${address}?${others}limit=${limit}${offset > 0 ? `&offset=${offset}` : ''}`;
}
