import { Json } from '@pks/platform';

/** The JSON of a row, whose payload is JSON text already and is inserted unchanged. */
export function withPayload<T>({ payload, ...rest }: { payload: string | null }): Json<T> {
  return new Json<T>(`${JSON.stringify(rest).slice(0, -1)},"payload":${payload ?? 'null'}}`);
}
