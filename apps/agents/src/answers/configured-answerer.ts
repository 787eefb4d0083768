import type { Provider } from '@nestjs/common';
import { LanguageModel } from '@pks/platform';
import { Answerer } from './answerer.ts';
import { ModelAnswerer } from './model-answerer.ts';
import { QuotingAnswerer } from './quoting-answerer.ts';

/** What answers questions: the language model where one is configured. */
export const configuredAnswerer: Provider = {
  provide: Answerer,
  useFactory: (model: LanguageModel, withModel: ModelAnswerer, quoting: QuotingAnswerer): Answerer =>
    model.isConfigured ? withModel : quoting,
  inject: [LanguageModel, ModelAnswerer, QuotingAnswerer],
};
