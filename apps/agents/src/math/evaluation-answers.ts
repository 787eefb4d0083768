import { objectIn } from '@pks/platform/bounded';
import type { Answer } from './answer.ts';

/** The answer in a line; null if it is not valid, because a process that runs hostile expressions may write anything. */
export function answerIn(line: string): Answer | null {
  const { kind, result, type, code, sentence } = objectIn(line) ?? {};
  if (kind === 'ready') return { kind };
  const isResult = typeof result === 'number' || typeof result === 'string';
  if (kind === 'value' && isResult && typeof type === 'string') return { kind, result, type };
  const isRefusal = typeof code === 'string' && typeof sentence === 'string';
  return kind === 'refused' && isRefusal ? { kind, code, sentence } : null;
}
