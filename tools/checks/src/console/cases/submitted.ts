import { VIEWER, demo } from '../stage.ts';

/** Submits signals as a viewer. */
export async function submitted(feedback: readonly string[], context: object = {}): Promise<void> {
  for (const one of feedback) await demo.as(VIEWER)('/signals/', { feedback: one, context });
}
