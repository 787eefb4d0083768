/** The files of the console's cases that declare a case and that the check does not import, by their texts. */
export function judgeCases(check: string, texts: ReadonlyMap<string, string>): string[] {
  return [...texts]
    .filter(([name, text]) => /^test\(/m.test(text) && !check.includes(`'./cases/${name}'`))
    .map(([name]) => `cases/${name} is run by nothing: console.smoke.ts does not import it.`);
}
