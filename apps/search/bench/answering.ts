import { type Corpus, measuredCorpora } from '../test/search/corpus.ts';
import { measureQuality, type Quality, qualityByManner, type Way, WAYS } from '../test/search/quality.ts';
import { MANNERS } from '../test/search/question.ts';
import { residentMegabytes, table } from './figures.ts';
import type { Measured } from './measured.ts';
import { FillerPassages } from './filler.ts';

/** How well the questions are answered in each way: in projects that contain only the texts, and among `filled` passages of other texts. */
export async function answering(measured: Measured, filled = 0): Promise<string> {
  const [reports, all]: [string[], Corpus[]] = [[], measuredCorpora()];
  const filler = filled === 0 ? null : new FillerPassages(measured.embedder, all);
  for (const corpus of all) {
    const others = (await filler?.for(corpus, filled)) ?? [];
    const quality = await measureQuality(measured.store, measured.embedder, corpus, others);
    reports.push(reportOf(corpus, quality, filled));
  }
  return [...reports, `Resident at the end: ${residentMegabytes()}`].join('\n\n');
}

function reportOf({ name, texts, questions }: Corpus, quality: Record<Way, Quality>, filled: number): string {
  const passages = texts.reduce((sum, text) => sum + text.passages.length, 0);
  const among = filled === 0 ? '' : ` among ${filled} others`;
  const kinds = MANNERS.filter((manner) => questions.some((question) => question.manner === manner));
  const rows = [
    [
      'recall@5 / MRR',
      'all',
      ...kinds.map((manner) => `${manner} (${questions.filter((one) => one.manner === manner).length})`),
    ],
    ...WAYS.map((way) => [
      way,
      figuresOf(quality[way]),
      ...qualityByManner(quality[way].answers).map(([, one]) => figuresOf(one)),
    ]),
  ];
  return [`${name}: ${questions.length} questions, ${passages} passages${among}`, '', table(rows)].join('\n');
}

function figuresOf({ recallAt5, mrr }: Quality): string {
  return `${recallAt5.toFixed(2)} / ${mrr.toFixed(2)}`;
}
