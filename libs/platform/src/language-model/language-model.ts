import type { JsonObject } from '@pks/contracts';

/** An earlier message: of the user, whose words are data, or of the model. */
export interface PromptMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** A prompt for a language model. */
export interface Prompt {
  /** The model's task, in this product's own words. */
  readonly instructions: string;
  /** The messages to work on, oldest first. */
  readonly messages: readonly PromptMessage[];
}

/** A function that the model may call. */
export interface CallableFunction {
  /** Of letters, digits, `_` and `-`; 64 characters at most. */
  readonly name: string;
  readonly description: string;
  /** The JSON Schema of its arguments. */
  readonly parameters: JsonObject;
}

/** A call that the model wants, in its own words: nothing is checked yet. */
export interface FunctionCall {
  readonly id: string;
  readonly name: string;
  /** JSON, or what the model takes for JSON. */
  readonly arguments: string;
}

/** An earlier message; calls of functions and their results are included. */
export type WorkMessage =
  | PromptMessage
  | { readonly role: 'assistant'; readonly content: string; readonly calls: readonly FunctionCall[] }
  | { readonly role: 'tool'; readonly callId: string; readonly content: string };

/** A prompt for a model that may call functions before it answers. */
export interface WorkPrompt {
  readonly instructions: string;
  readonly messages: readonly WorkMessage[];
  readonly functions: readonly CallableFunction[];
}

/** A model's answer: a text, or the functions that it wants to be called. */
export interface Completion {
  readonly text: string;
  readonly calls: readonly FunctionCall[];
  /** Whether the answer ended at the model's own limit; such a completion has no calls. */
  readonly isCut: boolean;
  /** How many tokens the prompt and the answer cost, as the server counts; null if it does not. */
  readonly tokens: number | null;
}

/** A model that answers in natural language. Its answers are never trusted: callers check them, and can do without them. */
export abstract class LanguageModel {
  /** Whether a model is configured; without one, every answer fails. */
  abstract readonly isConfigured: boolean;

  /**
   * The pieces of the answer as they arrive. The model stops generating when they are read no further, or the signal
   * aborts.
   * @throws ModelFailed, possibly after some of the pieces.
   */
  abstract answer(prompt: Prompt, signal: AbortSignal): AsyncIterable<string>;

  /** The whole answer, or the calls that the model wants first. @throws ModelFailed */
  abstract complete(prompt: WorkPrompt, signal: AbortSignal): Promise<Completion>;
}

/** A language model did not answer, or its answer was cut short; the message says why. */
export class ModelFailed extends Error {}

/** The model's server refuses every request, such as for a wrong key or after too many requests. */
export class ModelRefused extends ModelFailed {}

/** The model refuses this prompt, or answers it only in part: that says nothing about other prompts. */
export class PromptRefused extends ModelFailed {}
