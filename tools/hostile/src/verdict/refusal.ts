import type { FlawNotes } from '../requests/plan.ts';
import type { Answer } from '../product/client.ts';

/** The body of an error: a sentence, and for each field its sentences. */
export type Refusal = Readonly<Record<string, unknown>>;

/** The fields of an error. */
export function refusalIn({ text }: Answer): Refusal {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? { ...body } : {};
  } catch {
    return {};
  }
}

/** Why an answer does not refuse the flaw of its request; null if it does, and names the flawed field. */
export function missedBy(flaw: FlawNotes, answer: Answer): string | null {
  const { rule, statuses, key } = flaw;
  if (!statuses.includes(answer.status))
    return `The request is invalid (${rule}), and was answered with ${answer.status} instead of ${statuses.join(' or ')}.`;
  if (answer.status !== 400 || key === undefined) return null;
  const { error: _, ...fields } = refusalIn(answer);
  const wanted = key.join('.');
  const isNamed = ([name, sentences]: [string, unknown]): boolean =>
    (name === wanted ||
      name.startsWith(`${wanted}.`) ||
      wanted.startsWith(`${name}.`) ||
      isWhole(name, rule, wanted)) &&
    Array.isArray(sentences) &&
    sentences.length > 0 &&
    sentences.every((sentence) => typeof sentence === 'string' && sentence.length > 1);
  if (Object.entries(fields).some(isNamed)) return null;
  return `The request is invalid (${rule}), and the error does not name ${wanted}.`;
}

/** Whether an error about the whole body is enough: a text that cannot be stored is reported where it is, or for the whole body. */
function isWhole(name: string, rule: string, wanted: string): boolean {
  return rule.includes('NUL') && [name, wanted].includes('non_field_errors');
}
