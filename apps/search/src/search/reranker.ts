/** Judges how well texts answer a query, by reading each together with the query. */
export abstract class Reranker {
  /** How relevant each text is, from 0 to 1, in the order of the texts; null for a while after a failure. @throws RerankingFailed */
  abstract relevance(query: string, texts: readonly string[]): Promise<readonly number[] | null>;

  /** Releases its resources; calls under way fail. */
  abstract close(): void;
}

/** Texts could not be judged. */
export class RerankingFailed extends Error {}
