/** The last lines of a transcript, in order: the entries `e` of a table that meet this condition, after number `:number`. */
export function lastLines(table: string, condition: string): string {
  return `SELECT e.role, e.content, e.topic_index AS "topicIndex" FROM ${table} e
    WHERE ${condition} AND e.number > :number ORDER BY e.number`;
}

/** The entry with the number `page.number` of a transcript, as the API shows it. */
export function shownEntry(table: string, condition: string): string {
  return `SELECT e.id, e.role, e.content, 'message' AS type, e.created_at AS timestamp, e.topic_index
           FROM ${table} e WHERE ${condition} AND e.number = page.number`;
}
