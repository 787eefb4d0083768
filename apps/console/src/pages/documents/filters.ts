import { textIn } from '../../ui/parameter.ts';

/** The filters of the list of documents, as in the address. */
export interface DocumentFilters {
  /** Values of labels; a value may be empty. */
  readonly labels?: string[] | undefined;
  readonly q?: string | undefined;
}

export function documentFiltersIn({ labels, q }: Record<string, unknown>): DocumentFilters {
  const values = Array.isArray(labels)
    ? labels.flatMap((label: unknown) => (label === '' ? '' : (textIn(label) ?? [])))
    : [];
  return { labels: values.length === 0 ? undefined : values, q: textIn(q) };
}
