import { Injectable } from '@nestjs/common';
import { Database, assertTimeLeft } from '@pks/platform';
import { InterviewEntry } from '../interviews/interview-entry.entity.ts';

/** The most entries that a statement inserts, … */
const MOST_AT_ONCE = 500;
/** … and the most characters of several entries: an index is updated with all their words. */
const CHARACTERS_AT_ONCE = 200_000;

/** Writes the entries of imported transcripts. */
@Injectable()
export class ImportedEntriesRepository {
  constructor(private readonly database: Database) {}

  /** Inserts the entries in several statements, so that none takes long. @throws NotYet once the signal is aborted */
  async insert(entries: readonly InterviewEntry[], signal: AbortSignal): Promise<void> {
    for (const some of batchesOf(entries)) {
      assertTimeLeft(signal);
      await this.database.manager.insert(InterviewEntry, some);
    }
  }
}

function* batchesOf(entries: readonly InterviewEntry[]): Generator<InterviewEntry[]> {
  let batch: InterviewEntry[] = [];
  let characters = 0;
  for (const entry of entries) {
    const isFull = batch.length === MOST_AT_ONCE || characters + entry.content.length > CHARACTERS_AT_ONCE;
    if (isFull && batch.length > 0) {
      yield batch;
      batch = [];
      characters = 0;
    }
    batch.push(entry);
    characters += entry.content.length;
  }
  if (batch.length > 0) yield batch;
}
