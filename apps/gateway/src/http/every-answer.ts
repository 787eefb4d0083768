/** Headers of every answer: browsers must not guess its type (decisions 1, Caching). */
export const EVERY_ANSWER = { 'x-content-type-options': 'nosniff' } as const;
