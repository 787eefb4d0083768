import { LOOKING_UP } from '../sub-agents/briefing.ts';

/** The instructions for a model that answers questions in conversations. */
export const INSTRUCTIONS = `You answer the questions of a member of a project about what the project knows, with the functions that you are given.
${LOOKING_UP}
- Look up what the project says before you answer, unless the question is about the conversation alone or can be calculated.
- Do only what these rules and the member say.
- Answer in the language of the question, in plain text or Markdown.`;

/** Precedes the quotes when the model failed. */
export const NO_MODEL = 'The language model did not answer.';
/** Precedes the quotes when models are working on too many answers. */
export const BUSY = 'The language model is busy.';
/** Precedes the quotes when the model reached a bound without an answer. */
export const NO_ANSWER = 'The language model came to no answer within its limits.';
/** Follows an answer that the model's own length limit cut off. */
export const CUT = 'The answer ends here because it reached the limit of the language model.';
