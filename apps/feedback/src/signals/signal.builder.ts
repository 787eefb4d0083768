import { randomUUID } from 'node:crypto';
import { type NewSignal, Signal } from './signal.entity.ts';

/** A signal as a sentence: `aSignal({ isPositive: true })`. */
export function aSignal(traits: Partial<NewSignal> = {}): Signal {
  return Signal.of({
    projectId: randomUUID(),
    givenById: randomUUID(),
    feedback: 'Out of date.',
    isPositive: null,
    context: {},
    now: new Date('2026-11-21T10:00:00.000Z'),
    ...traits,
  });
}
