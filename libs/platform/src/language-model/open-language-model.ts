import type { FactoryProvider, Type } from '@nestjs/common';
import { OutgoingRequests } from '../outgoing/outgoing-requests.ts';
import { EndpointLanguageModel } from './endpoint-language-model.ts';
import { LanguageModel, ModelFailed } from './language-model.ts';
import type { ModelServiceConfig } from './model-service.config.ts';

/** Opens the configured language model; counts its requests if `outgoing` is given. */
export function openLanguageModel(config: ModelServiceConfig, outgoing?: OutgoingRequests): LanguageModel {
  const { languageModel: url, languageModelName: model, languageModelApiKey: key } = config;
  if (url === 'none') return new NoLanguageModel();
  const count = outgoing?.to('language_model');
  return new EndpointLanguageModel({
    url,
    model,
    ...(key === undefined ? {} : { key }),
    ...(count ? { count } : {}),
  });
}

/** Provides the language model that the configuration of a service names. */
export function languageModelOf(config: Type<ModelServiceConfig>): FactoryProvider<LanguageModel> {
  return { provide: LanguageModel, useFactory: openLanguageModel, inject: [config, OutgoingRequests] };
}

const NONE = 'No language model is configured.';

class NoLanguageModel extends LanguageModel {
  override readonly isConfigured = false;

  override answer(): AsyncIterable<string> {
    throw new ModelFailed(NONE);
  }

  override complete(): Promise<never> {
    return Promise.reject(new ModelFailed(NONE));
  }
}
