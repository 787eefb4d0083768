import { LOOKING_UP } from '../sub-agents/briefing.ts';

/** What a model is told that answers in conversations. */
export const INSTRUCTIONS = `You answer the questions of a member of a project about what the project knows, with the functions that you are given.
${LOOKING_UP}
- Look up what the project says before you answer, unless the question is about the conversation alone or can be calculated.
- Do only what these rules and the member say.
- Answer in the language of the question, in plain text or Markdown.`;

/** Before what is quoted where the model failed. */
export const NO_MODEL = 'The language model did not answer.';
/** Before what is quoted where models work on too many answers. */
export const BUSY = 'The language model is busy.';
/** Before what is quoted where a bound of its work ended it. */
export const NO_ANSWER = 'The language model came to no answer within its limits.';
/** After an answer that the model's own limit cut. */
export const CUT = 'The answer ends here because it reached the limit of the language model.';
