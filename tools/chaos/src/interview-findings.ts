import { type Answer, everything } from './client.ts';
import type { Ledger } from './load.ts';
import type { World } from './world.ts';

/** The entries of a completed interview: the question, the answer, and the end. */
const ENTRIES = 3;

/** Broken promises about interviews: each exists once, the reader's are completed with their whole transcripts, and the counts are right. */
export async function interviewFindings(world: World, ledger: Ledger): Promise<string[]> {
  const { admin, projectId } = world;
  const path = `/projects/${projectId}/interviews/`;
  const listed = await everything(admin.client, path);
  const { status_counts, results } = await admin.client.get(`${path}feed/?limit=1000`);
  const [row] = results as readonly Answer[];
  const campaign = (row?.['campaign'] ?? {}) as Answer;
  const completed = ledger.interviews.length;
  const all = completed + ledger.interviewees.length;
  return [
    ...listFindings(listed, ledger),
    ...counted('the list has', listed.length, all),
    ...counted('the feed counts', (status_counts as Answer)['completed'] ?? 0, completed),
    ...counted('the campaign has', campaign['completed_count'] ?? 0, completed),
    ...counted('the campaign has', campaign['interview_count'] ?? 0, all),
  ];
}

function listFindings(listed: readonly Answer[], { interviews }: Ledger): string[] {
  const found = new Map(listed.map((interview) => [String(interview['id']), interview]));
  const broken = interviews.filter((id) => {
    const interview = found.get(id);
    return interview?.['status'] !== 'completed' || interview['message_count'] !== ENTRIES;
  });
  return broken.map((id) => `Interview ${id} is not as it was completed.`);
}

function counted(what: string, count: unknown, expected: number): string[] {
  return count === expected
    ? []
    : [`${what} ${String(count)} interviews, and ${expected} were acknowledged.`];
}
