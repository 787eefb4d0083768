import { agents } from './texts/agents.ts';
import { frame } from './texts/frame.ts';
import { knowledge } from './texts/knowledge.ts';
import { people } from './texts/people.ts';

/** Every sentence of the console, in one place for translation. */
export const texts = { ...frame, ...knowledge, ...people, ...agents } as const;
