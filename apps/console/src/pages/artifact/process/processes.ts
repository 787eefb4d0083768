import type { Diagram } from './diagram.ts';
import { type Fault, Unreadable, definitionsOf } from './elements.ts';
import { placedDiagram } from './interchange.ts';
import { laidOut } from './layout/pools.ts';
import { type Model, isStep, scopesOf } from './model.ts';
import { readingOf } from './reading.ts';

/** The most items that are drawn: a browser shows this many without being slow. */
const MAX_ITEMS = 2_500;

/** A document as it is shown. Its diagram is null if there is too much to draw. */
export type Shown =
  | {
      readonly model: Model;
      readonly size: number;
      readonly steps: number;
      readonly diagram: Diagram | null;
    }
  | { readonly fault: Fault };

/** Reads a BPMN document for its diagram and its steps. */
export function shownProcess(xml: string): Shown {
  try {
    const root = definitionsOf(xml);
    const reading = readingOf(root);
    const steps = scopesOf(reading.model).reduce((sum, { items }) => sum + items.filter(isStep).length, 0);
    const isDrawn = reading.items.size <= MAX_ITEMS && reading.flows.size <= 2 * MAX_ITEMS;
    const diagram = isDrawn ? (placedDiagram(root, reading) ?? laidOut(reading.model)) : null;
    return { model: reading.model, size: reading.items.size, steps, diagram };
  } catch (error) {
    if (error instanceof Unreadable) return { fault: error.fault };
    throw error;
  }
}
