/** How a `bigint` column is read: PostgreSQL's driver gives a text. */
export const wholeNumber = { from: Number, to: (value: number): number => value };
