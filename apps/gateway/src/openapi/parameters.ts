import type { Field } from '@pks/contracts';
import { IDEMPOTENCY_KEY as KEY_FORM } from '../http/idempotency-header.ts';
import { type Route, hasValidator, placesOf, takesKey } from '../routes/route.ts';

type Json = Record<string, unknown>;

/** The parameters of a route, as the document describes them: of its path, its query and its headers. */
export function parametersOf(route: Route): Json[] {
  const { path, query } = placesOf(route);
  return [
    ...path.map((field) => parameter(field, 'path')),
    ...query.map((field) => parameter(field, 'query')),
    ...(takesKey(route) ? [IDEMPOTENCY_KEY] : []),
    ...(hasValidator(route) ? [IF_NONE_MATCH] : []),
    ...(route.file ? [RANGE, IF_RANGE] : []),
    ...(route.impersonation ? [IMPERSONATE_EMAIL] : []),
    ...(route.stream ? [LAST_EVENT_ID] : []),
    REQUEST_ID,
  ];
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'For 24 hours, repeated requests with the same key take effect once and get the same response.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: KEY_FORM },
};

const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of an earlier response, several separated by commas, or `*`.',
  schema: { type: 'string' },
};

const RANGE = {
  name: 'Range',
  in: 'header',
  required: false,
  description:
    'One part of the file, such as `bytes=0-1023`, `bytes=1024-` or `bytes=-1024`. A request for several parts gets the whole file.',
  schema: { type: 'string' },
};

const IF_RANGE = {
  name: 'If-Range',
  in: 'header',
  required: false,
  description:
    'The `ETag` of an earlier response. If the file is unchanged, the part is sent, otherwise the whole file.',
  schema: { type: 'string' },
};

const IMPERSONATE_EMAIL = {
  name: 'X-Impersonate-Email',
  in: 'header',
  required: false,
  description:
    'The user of the project to act as; needs `CAN_IMPERSONATE_OTHER_USERS`, else 403. If no user who may view the project has this e-mail, the request is processed as the caller.',
  schema: { type: 'string' },
};

const LAST_EVENT_ID = {
  name: 'Last-Event-ID',
  in: 'header',
  required: false,
  description:
    'The `id` of the last event that was read: the stream resumes after it, without gaps or repeats, or says that it cannot: by a `reset`, on which notifications are listed again, or by an `end`.',
  schema: { type: 'string', pattern: '^0?[0-9]{1,15}$' },
};

const REQUEST_ID = {
  name: 'X-Request-Id',
  in: 'header',
  required: false,
  description: 'Returned in the response and written to every log line of the request. Generated if absent.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,128}$' },
};

function parameter(field: Field, place: 'path' | 'query'): Json {
  const { description, ...schema } = field.schema;
  return {
    name: field.name,
    in: place,
    required: place === 'path' || field.required,
    ...(description === undefined ? {} : { description }),
    schema,
  };
}
