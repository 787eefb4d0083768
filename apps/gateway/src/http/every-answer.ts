/** Headers of every answer, whatever it answers: browsers do not guess its type (decisions 1, Caching). */
export const EVERY_ANSWER = { 'x-content-type-options': 'nosniff' } as const;
