/** The files of the console's cases that declare a case and that no check imports, by the texts of the checks and of the files. */
export function judgeCases(checks: string, texts: ReadonlyMap<string, string>): string[] {
  return [...texts]
    .filter(([name, text]) => /^test\(/m.test(text) && !checks.includes(`'./cases/${name}'`))
    .map(([name]) => `cases/${name} is run by nothing: neither shell.smoke.ts nor work.smoke.ts imports it.`);
}
