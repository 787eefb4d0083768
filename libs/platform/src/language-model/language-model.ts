/** What was said before: by the user, whose words are data, or by the model. */
export interface PromptMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** What a language model is asked. */
export interface Prompt {
  /** What it has to do, in this product's own words. */
  readonly instructions: string;
  /** What it does it with, oldest first. */
  readonly messages: readonly PromptMessage[];
}

/** A model that answers in natural language. What it answers is never trusted: the callers check it, and can do without it. */
export abstract class LanguageModel {
  /** Whether there is one; every answer of none fails. */
  abstract readonly isConfigured: boolean;

  /**
   * The pieces of its answer, as they arrive; it stops generating when they are read no further, or the signal aborts.
   * @throws ModelFailed, also after some of the pieces.
   */
  abstract answer(prompt: Prompt, signal: AbortSignal): AsyncIterable<string>;
}

/** A language model did not answer, or its answer was cut short; the message says why. */
export class ModelFailed extends Error {}
