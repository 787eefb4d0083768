import { randomUUID } from 'node:crypto';
import { Draft, type DraftChanges, type NewDraft } from './draft.entity.ts';

/** A draft as a sentence: `aDraft({ topic: 'Onboarding' })`. */
export function aDraft(changes: Partial<DraftChanges> = {}, made: Partial<NewDraft> = {}): Draft {
  const createdAt = new Date('2026-11-21T10:00:00.000Z');
  const where = { projectId: randomUUID(), createdById: randomUUID(), createdAt, ...made };
  return Draft.of(where, { campaign: undefined, ...changes });
}
