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
/** The form's labels of its fields, by key, and of their values, by the value between backticks. */
type Labels = ReadonlyMap<string, string>;

/** What a form knows about its fields. */
interface Fields {
  readonly labels: Labels;
  /** Sets the label of a field. Returns a function that removes it. */
  readonly call: (key: string, label: string) => () => void;
  /** Marks an error as shown at its field. Returns a function that takes this back. */
  readonly say: (key: string) => () => void;
}

const nothing = (): void => undefined;

/** The form around a field; fields outside forms still show their errors. */
export const FieldsContext = createContext<Fields>({
  labels: new Map(),
  call: () => nothing,
  say: () => nothing,
});

/** The fields that show their errors themselves, and the labels of all fields, as registered by the fields of a form. */
export function useFields(): [said: Keys, fields: Fields] {
  const [keys, setKeys] = useState<readonly string[]>([]);
  const [called, setCalled] = useState<readonly (readonly [string, string])[]>([]);
  const say = useCallback((key: string) => {
    setKeys((before) => [...before, key]);
    return () => setKeys((before) => before.toSpliced(before.indexOf(key), 1));
  }, []);
  const call = useCallback((key: string, label: string) => {
    const one = [key, label] as const;
    setCalled((before) => [...before, one]);
    return () => setCalled((before) => before.filter((other) => other !== one));
  }, []);
  const fields = useMemo(() => ({ labels: new Map(called), call, say }), [called, call, say]);
  return [useMemo(() => new Set(keys), [keys]), fields];
}

/** Registers the label of a field, by which errors then name it. */
export function useLabel(key: string | undefined, label: string | undefined): void {
  const { call } = useContext(FieldsContext);
  const field = key === undefined ? undefined : fieldIn(key);
  useLayoutEffect(
    () => (field === undefined || label === undefined ? undefined : call(field, label)),
    [call, field, label],
  );
}

/**
 * Registers the labels of the service's values, by which errors then name them; `labels` has to stay the same object. The service writes
 * values between backticks.
 */
export function useValueLabels(labels: Readonly<Record<string, string>> | undefined): void {
  const { call } = useContext(FieldsContext);
  useLayoutEffect(() => {
    const leave = Object.entries(labels ?? {}).map(([value, label]) => call(`\`${value}\``, label));
    return () => leave.forEach((one) => one());
  }, [call, labels]);
}

/** The error of a field, for a component that shows it: the form does not repeat it. */
export function useFieldError(error: unknown, key: string | undefined, label?: string): string | undefined {
  const { say, labels } = useContext(FieldsContext);
  const wrong = key === undefined ? undefined : fieldError(error, key);
  const isWrong = wrong !== undefined;
  useLabel(key, label);
  useLayoutEffect(() => (isWrong && key !== undefined ? say(key) : undefined), [say, isWrong, key]);
  return wrong === undefined ? undefined : inWordsOf(labels, wrong);
}

/** Focuses the first field with an error when a form is refused; screen readers then read its error. */
export function useLeadToWrong(error: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);
  return form;
}

/** The sentences of a refusal that no field shows: about fields that show no errors or are not visible, and about the whole. */
export function unsaidIn(error: unknown, said: Keys, labels: Labels): readonly string[] {
  if (error === null || error === undefined) return [];
  const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
  if (!fields.some(([key]) => said.has(key) || labels.has(fieldIn(key))))
    return [inWordsOf(labels, sentenceOf(error))];
  return [
    ...new Set(
      fields.flatMap(([key, sentences]) =>
        said.has(key) ? [] : sentences.slice(0, 1).map((sentence) => aboutField(labels, key, sentence)),
      ),
    ),
  ];
}

function aboutField(labels: Labels, key: string, sentence: string): string {
  const label = labels.get(fieldIn(key));
  return `${label === undefined ? '' : `${label}: `}${inWordsOf(labels, sentence)}`;
}

/** The field of a key: `topics` for `topics.0.title`. */
function fieldIn(key: string): string {
  const parts = key.split('.');
  const at = parts.findIndex((part) => /^\d+$/.test(part));
  return at === -1 ? key : parts.slice(0, at).join('.');
}

/** A sentence of the service in which the names of fields are replaced by the form's labels. Quoted text stays unchanged. */
function inWordsOf(labels: Labels, sentence: string): string {
  const [first, last] = [sentence.indexOf('"'), sentence.lastIndexOf('"') + 1];
  if (first === -1) return withLabels(labels, sentence);
  const [before, after] = [sentence.slice(0, first), sentence.slice(last)];
  return withLabels(labels, before) + sentence.slice(first, last) + withLabels(labels, after);
}

/** The service writes names of fields and values between backticks; a name with an underscore is recognized without them. */
function withLabels(labels: Labels, sentence: string): string {
  return sentence.replace(/`[\w-]+`|\w+/g, (found) => {
    const isName = /[`_]/.test(found);
    const label = isName ? (labels.get(found.replaceAll('`', '')) ?? labels.get(found)) : undefined;
    return label === undefined ? found : `“${label}”`;
  });
}
