import { type ListAgentSettings, agentSettings } from '@pks/contracts';
import { type Service, Serves } from '@pks/platform';
import { AgentSettingsRepository } from './agent-settings.repository.ts';

/** Answers the calls about the settings of agents. */
@Serves(agentSettings)
export class AgentSettingsController implements Service<typeof agentSettings> {
  constructor(private readonly settings: AgentSettingsRepository) {}

  list(request: ListAgentSettings) {
    return this.settings.list(request);
  }
}
