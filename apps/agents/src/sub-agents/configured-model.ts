import type { Provider } from '@nestjs/common';
import { LanguageModel, openLanguageModel } from '@pks/platform';
import { AgentsConfig } from '../agents.config.ts';

/** The configured language model. */
export const configuredModel: Provider = {
  provide: LanguageModel,
  useFactory: (config: AgentsConfig) => openLanguageModel(config),
  inject: [AgentsConfig],
};
