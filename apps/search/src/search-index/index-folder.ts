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
 * The folder of the search index, which is made at the start. Each generation has a file in it, its mark, with the time at which the
 * generation was begun: a folder without it has lost the passages, or is another one.
 */
@Injectable()
export class IndexFolder {
  readonly path: string;
  /** The generations whose mark this process has seen: it is not written again, whatever is in the folder by then. */
  private readonly marked = new Set<string>();

  constructor(
    { searchIndex }: SearchConfig,
    private readonly sources: IndexedSourcesRepository,
  ) {
    this.path = writableFolder(searchIndex, VARIABLE);
  }

  /**
   * Whether the passages of a generation are in it. One that has no mark yet gets it here: the generation has passages of an earlier
   * version in the folder, or nothing was indexed in it so far, and nothing is there. Passages that are there though nothing was indexed,
   * or with the mark of another time, are those of another index with this number.
   */
  async has(generation: Known): Promise<boolean> {
    const { id } = engineGeneration(generation);
    // Asked first: another call may mark it while this one looks.
    const wasMarked = this.marked.has(id);
    const mark = await this.markOf(generation);
    if (mark !== 'none') return mark === 'its own';
    if (wasMarked) return false;
    const isHere = (await this.hasTable(id)) === (await this.sources.hasIndexed(generation.number));
    // Meanwhile another process may have begun it.
    return isHere ? this.mark(generation) : (await this.markOf(generation)) === 'its own';
  }

  /** Makes it again where it is gone. @throws BadConfiguration where nothing can be written to it. */
  make(): void {
    writableFolder(this.path, VARIABLE);
  }

  /** Deletes the mark of a generation whose passages are dropped. */
  async forget(generation: Pick<SearchGeneration, 'number' | 'dimensions'>): Promise<void> {
    await rm(this.pathOfMark(generation), { force: true });
  }

  /** Those of earlier versions are empty. */
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

  /** Whether it could be: the folder may be away, and another file or a folder without rights in its place. */
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
