import type { CaseResult } from './run-case.ts';

/** The result of a case, as text. */
export function caseReport(result: CaseResult): string {
  if ('notRun' in result) return `${result.name}: not run. ${result.notRun}`;
  const { name, verdict, faultMs, acknowledged, settledAfterMs, log } = result;
  const { findings, during, after, slowestMs, normalAfterMs } = verdict;
  return [
    `${name}: ${findings.length === 0 ? 'passed' : `failed; the log is ${log}`}`,
    `  the fault lasted ${seconds(faultMs)}, everything was normal ${seconds(normalAfterMs)} after its end`,
    `  during it: ${counts(during)}; afterwards: ${counts(after)}; slowest response ${seconds(slowestMs)}`,
    `  ${acknowledged} acknowledged writes; checked with all their effects ${seconds(settledAfterMs)} after its end`,
    ...findings.map((finding) => `  ${finding}`),
  ].join('\n');
}

/** The last line of a run of several cases. */
export function summary(results: readonly CaseResult[]): string {
  const failed = results.filter(hasFailed);
  const notRun = results.filter((result) => 'notRun' in result);
  const passed = results.length - failed.length - notRun.length;
  const counted = `${passed} passed, ${failed.length} failed, ${notRun.length} not run.`;
  return notRun.length < results.length ? counted : `${counted} Nothing was tested.`;
}

/** Whether all cases that could run passed, and any could. */
export function havePassed(results: readonly CaseResult[]): boolean {
  return results.some((result) => 'verdict' in result) && !results.some(hasFailed);
}

/** Whether a case ran and broke a promise. */
function hasFailed(result: CaseResult): boolean {
  return 'verdict' in result && result.verdict.findings.length > 0;
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

function counts(tally: Readonly<Record<string, number>>): string {
  return Object.entries(tally)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ');
}
