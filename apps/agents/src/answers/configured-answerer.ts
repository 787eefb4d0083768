import type { Provider } from '@nestjs/common';
import { LanguageModel } from '@pks/platform';
import { Answerer } from './answerer.ts';
import { ModelAnswerer } from './model-answerer.ts';
import { QuotingAnswerer } from './quoting-answerer.ts';

/** Answers with the language model if one is configured, else with quotes. */
export const configuredAnswerer: Provider = {
  provide: Answerer,
  useFactory: (model: LanguageModel, withModel: ModelAnswerer, quoting: QuotingAnswerer): Answerer =>
    model.isConfigured ? withModel : quoting,
  inject: [LanguageModel, ModelAnswerer, QuotingAnswerer],
};
