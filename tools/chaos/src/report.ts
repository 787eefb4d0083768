import type { Outcome } from './chaos.ts';

const SHOWN = 30;

/** The result of a run, as text. */
export function report({ kills, recoveries, acknowledged, mails, findings, log }: Outcome): string {
  const sorted = [...recoveries].sort((a, b) => a - b);
  const at = (share: number): string => `${Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0)} ms`;
  const { versions, members, invites, signals, answers, documents, marks } = acknowledged;
  return [
    '',
    `Kills: ${kills.length}`,
    ...tally(kills.map(({ target }) => target)),
    'At:',
    ...tally(kills.map(({ moment }) => moment)),
    `Works again after a restart: p50 ${at(0.5)}, p90 ${at(0.9)}, longest ${at(1)}`,
    `Acknowledged: ${versions} versions, ${members} members, ${invites} invites, ${signals} signals, ${answers} answers, ${documents} documents, ${marks} rounds of marking`,
    `Mails: ${mails} for ${invites} invites`,
    findings.length === 0
      ? 'Nothing is lost, nothing happened twice.'
      : `Found: ${findings.length}; the log is ${log}`,
    ...findings.slice(0, SHOWN).map((finding) => `  ${finding}`),
  ].join('\n');
}

function tally(names: readonly string[]): string[] {
  return [...new Set(names)]
    .sort()
    .map((name) => `  ${name}: ${names.filter((other) => other === name).length}`);
}
