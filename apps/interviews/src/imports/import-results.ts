import { Injectable } from '@nestjs/common';
import { type DomainEvent, firstCharactersOf } from '@pks/contracts';
import { Clock, Database, Outbox } from '@pks/platform';
import { previewOf } from '../interviews/beginning.ts';
import { InterviewCounts } from '../interviews/interview-counts.ts';
import type { Line } from '../interviews/entry-columns.entity.ts';
import { InterviewEntry } from '../interviews/interview-entry.entity.ts';
import { importFailed, imported } from '../interviews/interview-events.ts';
import type { Interview } from '../interviews/interview.entity.ts';
import { InterviewsRepository } from '../interviews/interviews.repository.ts';
import { ImportedEntriesRepository } from './imported-entries.repository.ts';
import type { Utterance } from './parsing/utterance.ts';
import { linesOf, speakersIn } from './transcript-lines.ts';
import { TranscriptsRepository } from './transcripts.repository.ts';

/** The longest summary, which is the beginning of the transcript. Characters. */
const SUMMARY_LENGTH = 1_000;

/** Stores the result of each import once: one transaction writes the interview, its entries and its event, and deletes the raw transcript. */
@Injectable()
export class ImportResults {
  constructor(
    private readonly interviews: InterviewsRepository,
    private readonly entries: ImportedEntriesRepository,
    private readonly transcripts: TranscriptsRepository,
    private readonly counts: InterviewCounts,
    private readonly outbox: Outbox,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Completes an import whose transcript was parsed. @throws Unreadable when it has too many entries; NotYet, with nothing stored, once the
   * signal is aborted
   */
  complete(
    projectId: string,
    id: string,
    utterances: readonly Utterance[],
    signal: AbortSignal,
  ): Promise<void> {
    return this.end(projectId, id, async (interview) => {
      const lines = linesOf(utterances, interview.meetingInfo);
      const given = interview.importInfo?.participants ?? [];
      const before = interview.status;
      const participants = given.length > 0 ? given : speakersIn(utterances, interview.meetingInfo);
      interview.completeImport({ ...contentOf(lines), participants }, this.clock.now());
      const entries = lines.map((line, at) => InterviewEntry.of(interview, at + 1, line));
      await this.entries.insert(entries, signal);
      await this.counts.moved(before, interview);
      return imported(interview);
    });
  }

  /** Marks an import as failed; `error` is a sentence that says why its transcript cannot be read. */
  fail(projectId: string, id: string, error: string): Promise<void> {
    return this.end(projectId, id, async (interview) => {
      interview.failImport(error, this.clock.now());
      return importFailed(interview);
    });
  }

  /** Does nothing if the interview was deleted, or another process has already stored the result. */
  private end(
    projectId: string,
    id: string,
    work: (interview: Interview) => Promise<DomainEvent>,
  ): Promise<void> {
    return this.database.transaction(async () => {
      const interview = await this.interviews.lockIfAny(projectId, id);
      if (!interview?.isParsing) return;
      const event = await work(interview);
      await this.interviews.store(interview);
      await this.transcripts.remove(projectId, id);
      await this.outbox.add([event]);
    });
  }
}

function contentOf(lines: readonly Line[]) {
  const first = lines.slice(0, SUMMARY_LENGTH).map(({ content }) => content);
  const summary = firstCharactersOf(first.join('\n'), SUMMARY_LENGTH);
  return {
    messageCount: lines.length,
    firstMessagePreview: previewOf(lines[0]?.content ?? ''),
    chatMemory: { summary, covered_topics: [], facts: [] },
  };
}
