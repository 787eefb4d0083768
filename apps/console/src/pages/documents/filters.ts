import { textIn } from '../../ui/parameter.ts';

/** Which documents are listed, as an address names them. */
export interface DocumentFilters {
  /** The values of labels, which may be empty. */
  readonly labels?: string[] | undefined;
  readonly q?: string | undefined;
}

export function documentFiltersIn({ labels, q }: Record<string, unknown>): DocumentFilters {
  const values = Array.isArray(labels)
    ? labels.flatMap((label: unknown) => (label === '' ? '' : (textIn(label) ?? [])))
    : [];
  return { labels: values.length === 0 ? undefined : values, q: textIn(q) };
}
