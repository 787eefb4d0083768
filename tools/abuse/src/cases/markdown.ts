import type { Case } from '../case.ts';
import { bytesOf } from '../request.ts';

const MIB = 2 ** 20;
/** The first text once stopped a service for eight seconds; one of twenty times its length would have stopped it for half an hour. */
const HOSTILE: readonly string[] = [
  `# ${'\t'.repeat(50_000)}\u2028x`,
  `# ${'\t'.repeat(MIB)}\u2028x`,
  `# ${' #'.repeat(MIB / 4)}\u2028x`,
  `${'~~~\n```\n'.repeat(MIB / 16)}\u2028x`,
  `${'> '.repeat(MIB / 4)}\u2028x`,
  `${'- '.repeat(MIB / 4)}x`,
  `${'['.repeat(MIB / 2)}](${'('.repeat(MIB / 4)}`,
  `|${' |'.repeat(MIB / 4)}\n|${'-|'.repeat(MIB / 4)}`,
  `${'*_'.repeat(MIB / 4)}x`,
  `${'a\n='.repeat(MIB / 8)}\u2028`,
  `${'<!--'.repeat(MIB / 8)}${'&#'.repeat(MIB / 8)}`,
];
const ARTIFACTS = 4;
const CONNECTIONS = 16;

/** Markdown on which patterns for headings, lists, links and tables would backtrack; it is published, and so divided into sections. */
export const markdown: Case = {
  name: 'markdown that backtracks',
  allowed: ['201', '413', '429'],
  async prepare(tenant) {
    const slugs = await Promise.all(Array.from({ length: ARTIFACTS }, () => tenant.artifact()));
    const bodies = HOSTILE.map((payload) => Buffer.from(JSON.stringify({ payload })));
    const request = (n: number) => ({
      method: 'POST',
      path: tenant.in(`/artifacts/${slugs[n % ARTIFACTS]}/versions/`),
      token: tenant.token,
      body: bodies[n % bodies.length] ?? '',
    });
    return (attack) => attack.flood(CONNECTIONS, (n) => bytesOf(request(n)));
  },
};
