import { ApiError } from '@pks/client';
import {
  type RefObject,
  createContext,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { fieldError, sentenceOf } from '../api/client.ts';

type Keys = ReadonlySet<string>;
/** Takes a field of a refusal as said where it is shown. Returns how to take that back. */
type Say = (key: string) => () => void;

/** The form around a field; fields without one say what is wrong with them all the same. */
export const SayContext = createContext<Say>(() => () => undefined);

/** Which fields of a form say what was refused, and how they announce it. */
export function useSaid(): [said: Keys, say: Say] {
  const [keys, setKeys] = useState<readonly string[]>([]);
  const say = useCallback((key: string) => {
    setKeys((before) => [...before, key]);
    return () => setKeys((before) => before.toSpliced(before.indexOf(key), 1));
  }, []);
  return [useMemo(() => new Set(keys), [keys]), say];
}

/** What is wrong with a field, for whoever shows it beside the field: the form does not repeat it. */
export function useFieldError(error: unknown, key: string | undefined): string | undefined {
  const say = useContext(SayContext);
  const wrong = key === undefined ? undefined : fieldError(error, key);
  const isWrong = wrong !== undefined;
  useLayoutEffect(() => (isWrong && key !== undefined ? say(key) : undefined), [say, isWrong, key]);
  return wrong;
}

/** Leads to the first field that is wrong when a form is refused, where its sentence is read out. */
export function useLeadToWrong(error: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);
  return form;
}

/** What a refusal says that no field says: about what is not shown, and about the whole. */
export function unsaidIn(error: unknown, said: Keys): readonly string[] {
  if (error === null || error === undefined) return [];
  const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
  if (!fields.some(([key]) => said.has(key))) return [sentenceOf(error)];
  return [...new Set(fields.flatMap(([key, sentences]) => (said.has(key) ? [] : sentences.slice(0, 1))))];
}
