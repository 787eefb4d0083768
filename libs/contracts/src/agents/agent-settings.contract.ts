import { contract, page, rpc } from '../kit/contract.ts';
import { Flag, Uuid, Words } from '../kit/fields.ts';
import { ProjectPage } from '../requests.ts';

/** The settings of an agent that people talk with. */
export class AgentSettings {
  @Uuid()
  readonly id!: string;

  @Words()
  readonly name!: string;

  @Flag({ description: 'Whether new conversations get these settings by default.' })
  readonly is_default!: boolean;
}

/** A page of the settings of a project's agents. */
export class ListAgentSettings extends ProjectPage {}

/** The settings of a project's agents; it has the default ones from its start (decisions 7). */
export const agentSettings = contract('agents.settings', {
  list: rpc(ListAgentSettings).by('view').returns(page(AgentSettings)),
});
