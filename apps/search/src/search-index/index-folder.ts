import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { BadConfiguration, writableFolder } from '@pks/platform';
import { SearchConfig } from '../search.config.ts';
import { IndexedSourcesRepository } from './indexed-sources.repository.ts';
import { engineGeneration, type SearchGeneration } from './search-generation.entity.ts';

const VARIABLE = { variable: 'SEARCH_INDEX', example: '.data/search' };

type Known = Pick<SearchGeneration, 'number' | 'dimensions' | 'createdAt'>;

/**
 * The folder of the search index, which is created at the start. Each generation has a file in it, its mark, with the time at which the
 * generation was begun: a folder without the mark has lost the passages, or is another folder.
 */
@Injectable()
export class IndexFolder {
  readonly path: string;
  /** The generations whose mark this process has seen: a mark that is gone by then is not written again. */
  private readonly marked = new Set<string>();

  constructor(
    { searchIndex }: SearchConfig,
    private readonly sources: IndexedSourcesRepository,
  ) {
    this.path = writableFolder(searchIndex, VARIABLE);
  }

  /**
   * Whether the folder has the passages of a generation. Writes a missing mark if the generation has tables from an earlier version in
   * the folder, or if nothing was indexed in it and it has no tables. Tables although nothing was indexed, or a mark with another time,
   * belong to another index with this number.
   */
  async has(generation: Known): Promise<boolean> {
    const { id } = engineGeneration(generation);
    // Read first, because another call may mark the generation while this one looks.
    const wasMarked = this.marked.has(id);
    const mark = await this.markOf(generation);
    if (mark !== 'none') return mark === 'its own';
    if (wasMarked) return false;
    const isHere = (await this.hasTable(id)) === (await this.sources.hasIndexed(generation.number));
    // Another process may have begun it meanwhile.
    return isHere ? this.mark(generation) : (await this.markOf(generation)) === 'its own';
  }

  /** Creates the folder again if it is gone. @throws BadConfiguration if nothing can be written to it. */
  make(): void {
    writableFolder(this.path, VARIABLE);
  }

  /** Deletes the mark of a generation whose passages are dropped. */
  async forget(generation: Pick<SearchGeneration, 'number' | 'dimensions'>): Promise<void> {
    await rm(this.pathOfMark(generation), { force: true });
  }

  /** Marks of earlier versions are empty. */
  private async markOf(generation: Known): Promise<'its own' | 'of another' | 'none'> {
    const begun = await readFile(this.pathOfMark(generation), 'utf8').catch(
      (error: NodeJS.ErrnoException) => {
        if (isMissing(error)) return null;
        throw error;
      },
    );
    if (begun === null) return 'none';
    if (begun !== '' && begun !== generation.createdAt.toISOString()) return 'of another';
    this.marked.add(engineGeneration(generation).id);
    return 'its own';
  }

  /** Writes the mark. False if it cannot be written: a file, or a folder without permissions, may be in the place of the folder. */
  private async mark(generation: Known): Promise<boolean> {
    try {
      this.make();
    } catch (error) {
      if (error instanceof BadConfiguration) return false;
      throw error;
    }
    await writeFile(this.pathOfMark(generation), generation.createdAt.toISOString(), { mode: 0o600 });
    this.marked.add(engineGeneration(generation).id);
    return true;
  }

  private pathOfMark(generation: Pick<SearchGeneration, 'number' | 'dimensions'>): string {
    return join(this.path, `${engineGeneration(generation).id}.generation`);
  }

  private async hasTable(id: string): Promise<boolean> {
    const names = await readdir(this.path).catch((error: NodeJS.ErrnoException) => {
      if (isMissing(error)) return [];
      throw error;
    });
    return names.some((name) => name.endsWith(`-${id}.lance`));
  }
}

function isMissing({ code }: NodeJS.ErrnoException): boolean {
  return code === 'ENOENT' || code === 'ENOTDIR';
}
