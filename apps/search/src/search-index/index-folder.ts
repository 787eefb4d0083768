import { access, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { BadConfiguration, writableFolder } from '@pks/platform';
import { SearchConfig } from '../search.config.ts';
import { IndexedSourcesRepository } from './indexed-sources.repository.ts';
import { engineGeneration, type SearchGeneration } from './search-generation.entity.ts';

const VARIABLE = { variable: 'SEARCH_INDEX', example: '.data/search' };

/**
 * The folder of the search index, which is made at the start. Each generation has a file in it, its mark: a folder without it has lost the
 * passages, or is another one.
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
   * version in the folder, or nothing was indexed in it so far, and nothing is there. Where nothing was indexed and passages are there,
   * they are those of another index with this number.
   */
  async has(generation: Pick<SearchGeneration, 'number' | 'dimensions'>): Promise<boolean> {
    const { id } = engineGeneration(generation);
    // Asked first: another call may mark it while this one looks.
    const wasMarked = this.marked.has(id);
    if (await this.isMarked(id)) return true;
    if (wasMarked) return false;
    const isHere = (await this.hasTable(id)) === (await this.sources.hasIndexed(generation.number));
    // Meanwhile another process may have begun it.
    return isHere ? this.mark(id) : this.isMarked(id);
  }

  /** Makes it again where it is gone. @throws BadConfiguration where nothing can be written to it. */
  make(): void {
    writableFolder(this.path, VARIABLE);
  }

  /** Deletes the mark of a generation whose passages are dropped. */
  async forget(generation: Pick<SearchGeneration, 'number' | 'dimensions'>): Promise<void> {
    await rm(this.markOf(engineGeneration(generation).id), { force: true });
  }

  private async isMarked(id: string): Promise<boolean> {
    const isMarked = await exists(this.markOf(id));
    if (isMarked) this.marked.add(id);
    return isMarked;
  }

  /** Whether it could be: the folder may be away, and another file or a folder without rights in its place. */
  private async mark(id: string): Promise<boolean> {
    try {
      this.make();
    } catch (error) {
      if (error instanceof BadConfiguration) return false;
      throw error;
    }
    await writeFile(this.markOf(id), '', { mode: 0o600 });
    this.marked.add(id);
    return true;
  }

  private markOf(id: string): string {
    return join(this.path, `${id}.generation`);
  }

  private async hasTable(id: string): Promise<boolean> {
    const names = await readdir(this.path).catch((error: NodeJS.ErrnoException) => {
      if (isMissing(error)) return [];
      throw error;
    });
    return names.some((name) => name.endsWith(`-${id}.lance`));
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (isMissing(error)) return false;
      throw error;
    },
  );
}

function isMissing({ code }: NodeJS.ErrnoException): boolean {
  return code === 'ENOENT' || code === 'ENOTDIR';
}
