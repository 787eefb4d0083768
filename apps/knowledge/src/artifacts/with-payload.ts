import { Json } from '@pks/platform';

/** The JSON of a row whose payload is JSON already: it is put in as it is. */
export function withPayload<T>({ payload, ...rest }: { payload: string | null }): Json<T> {
  return new Json<T>(`${JSON.stringify(rest).slice(0, -1)},"payload":${payload ?? 'null'}}`);
}
