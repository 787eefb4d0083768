import { contract, page, rpc } from '../kit/contract.ts';
import { ProjectPage } from '../requests.ts';
import { ChangelogEntry } from './versions.contract.ts';

/** A page of a project's changelog. */
export class ListChangelog extends ProjectPage {}

/** What was done to a project's knowledge, by whom and when; newest first (decisions 3). */
export const changelog = contract('knowledge.changelog', {
  list: rpc(ListChangelog).by('admin').returns(page(ChangelogEntry)),
});
