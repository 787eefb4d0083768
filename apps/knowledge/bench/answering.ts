import { measureQuality, type Quality, recallOf, type Way, WAYS } from '../test/search/quality.ts';
import { MANNERS, QUESTIONS } from '../test/search/questions.ts';
import { residentMegabytes, table } from './figures.ts';
import type { Measured } from './measured.ts';

/** How well the questions over the handbooks are answered in each way. */
export async function answering({ store, embedder }: Measured): Promise<string> {
  const quality = await measureQuality(store, embedder);
  const rows = [
    ['', 'recall@5', 'MRR', ...MANNERS.map((manner) => `r@5 ${manner}`)],
    ...WAYS.map((way) => rowOf(way, quality[way])),
  ];
  return [
    `${QUESTIONS.length} questions over three handbooks alike`,
    '',
    table(rows),
    '',
    `Resident at the end: ${residentMegabytes()}`,
  ].join('\n');
}

function rowOf(way: Way, { recallAt5, mrr, answers }: Quality): string[] {
  const byManner = MANNERS.map((manner) =>
    recallOf(answers.filter((answer) => answer.manner === manner)).toFixed(3),
  );
  return [
    way === 'both' ? 'words and meaning' : `${way} alone`,
    recallAt5.toFixed(3),
    mrr.toFixed(3),
    ...byManner,
  ];
}
