import { type FoundPassage, search } from '@pks/contracts';
import { type Fields, eventually, type TestProject } from '@pks/testing';
import type { RunningSearch } from './running-search.ts';

/** The searches of a project. */
export class TestSearch {
  constructor(
    private readonly running: RunningSearch,
    private readonly project: TestProject,
  ) {}

  find(query: string, more: Fields = {}): Promise<readonly FoundPassage[]> {
    const request = { project_id: this.project.id, query, ...more };
    return this.running.call(search.calls.find, request, this.project.caller);
  }

  /** The titles of the hits; a source with several hits is repeated. */
  async titles(query: string, more: Fields = {}): Promise<string[]> {
    return (await this.find(query, more)).map(({ title }) => title);
  }

  /** Waits until exactly these are found, in any order, each at least once. */
  async finds(query: string, titles: readonly string[], more: Fields = {}): Promise<void> {
    const wanted = [...titles].sort().join();
    const isSo = async () => [...new Set(await this.titles(query, more))].sort().join() === wanted;
    await eventually(`"${query}" finds [${wanted}]`, isSo);
  }
}
