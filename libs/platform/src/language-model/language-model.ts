import type { JsonObject } from '@pks/contracts';

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

/** A function that the model may call. */
export interface CallableFunction {
  /** Of letters, digits, `_` and `-`; 64 characters at most. */
  readonly name: string;
  readonly description: string;
  /** The JSON Schema of its arguments. */
  readonly parameters: JsonObject;
}

/** A call that the model wants: its words, not checked. */
export interface FunctionCall {
  readonly id: string;
  readonly name: string;
  /** JSON, or what the model takes for it. */
  readonly arguments: string;
}

/** What was said before, calls of functions and their results included. */
export type WorkMessage =
  | PromptMessage
  | { readonly role: 'assistant'; readonly content: string; readonly calls: readonly FunctionCall[] }
  | { readonly role: 'tool'; readonly callId: string; readonly content: string };

/** What a language model is asked that may call functions before it answers. */
export interface WorkPrompt {
  readonly instructions: string;
  readonly messages: readonly WorkMessage[];
  readonly functions: readonly CallableFunction[];
}

/** What it said: a text, or which functions it wants to be called. */
export interface Completion {
  readonly text: string;
  readonly calls: readonly FunctionCall[];
  /** Whether it ended at the model's own limit; such a completion has no calls. */
  readonly isCut: boolean;
  /** What the prompt and the answer cost, as the server counts; null where it does not. */
  readonly tokens: number | null;
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

  /** Its whole answer, or the calls that it wants first. @throws ModelFailed */
  abstract complete(prompt: WorkPrompt, signal: AbortSignal): Promise<Completion>;
}

/** A language model did not answer, or its answer was cut short; the message says why. */
export class ModelFailed extends Error {}

/** Its server refuses whatever it is asked, such as for a wrong key or after too many requests. */
export class ModelRefused extends ModelFailed {}

/** It refuses this prompt, or answers it in part: that says nothing of another prompt. */
export class PromptRefused extends ModelFailed {}
