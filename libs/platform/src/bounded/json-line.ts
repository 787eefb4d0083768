/** The object or list in a line of JSON, or null: a process that reads hostile input may write anything. */
export function objectIn(line: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(line);
    return isObjectOrList(value) ? value : null;
  } catch {
    return null;
  }
}

/** Whether a value is an object or a list, whose fields may be anything. */
export function isObjectOrList(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
