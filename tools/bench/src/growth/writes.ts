import { randomUUID } from 'node:crypto';
import type { Asked, Endpoint } from './endpoint.ts';
import type { Place } from './place.ts';

type Ask = (place: Place, nth: number) => [string, object?];

function writing(name: string, ask: Ask, further: Partial<Endpoint> = {}): Endpoint {
  const [method = ''] = name.split(' ');
  return { name, ask: (place, nth) => asked(method, ask(place, nth)), ...further };
}

function asked(method: string, [path, body]: [string, object?]): Asked {
  return { method, path, ...(body ? { body } : {}) };
}

const versionOf = (place: Place, nth: number): string => `artifacts/${place.slug(nth)}/versions/`;

const artifacts: Endpoint[] = [
  writing(
    'POST artifacts/',
    () => ['artifacts/', { title: `Measured ${randomUUID()}`, technical_type: 'markdown' }],
    {
      makes: 'artifact',
    },
  ),
  writing('PATCH artifacts/{slug}/', (place, nth) => [
    `artifacts/${place.slug(nth)}/`,
    { definition_short: `Changed ${nth} times.` },
  ]),
  writing('POST versions/', (place, nth) => [versionOf(place, nth), { payload: 'What is known of it now.' }]),
  writing('POST versions/2/publish/', (place, nth) => [`${versionOf(place, nth)}2/publish/`]),
  writing('POST versions/1/publish/', (place, nth) => [`${versionOf(place, nth)}1/publish/`]),
  writing('POST versions/1/restore/', (place, nth) => [`${versionOf(place, nth)}1/restore/`]),
  writing('DELETE artifacts/{slug}/', (place) => [`artifacts/${place.take('artifact')}/`]),
];

const notifications: Endpoint[] = [
  writing('POST notifications/{own}/mark-as-unread/', (place, nth) => [
    `notifications/${place.id('own', nth)}/mark-as-unread/`,
  ]),
  writing('POST notifications/{own}/mark-as-read/', (place, nth) => [
    `notifications/${place.id('own', nth)}/mark-as-read/`,
  ]),
  writing('POST notifications/{announcement}/mark-as-read/', (place, nth) => [
    `notifications/${place.id('announcement', nth % 500)}/mark-as-read/`,
  ]),
];

const signals: Endpoint[] = [
  writing('POST signals/', (_, nth) => ['signals/', { feedback: `Wrong ${nth}.`, is_positive: false }], {
    makes: 'signal',
  }),
  writing('PATCH signals/{id}/', (place, nth) => [
    `signals/${place.id('signal', nth)}/`,
    { status: 'dismissed' },
  ]),
  writing('DELETE signals/{id}/', (place) => [`signals/${place.take('signal')}/`]),
];

const documents: Endpoint[] = [
  writing('PATCH documents/{id}/', (place, nth) => [
    `documents/${place.id('document', nth)}/`,
    { name: `Report ${nth}, renamed.pdf` },
  ]),
  writing('POST documents/{id}/metadata-add/', (place, nth) => [
    `documents/${place.id('document', nth)}/metadata-add/`,
    [{ key: 'language', value: 'en' }],
  ]),
  writing('POST documents/{id}/metadata-remove-pair/', (place, nth) => [
    `documents/${place.id('document', nth)}/metadata-remove-pair/`,
    { key: 'language', value: 'en' },
  ]),
];

const interviews: Endpoint[] = [
  writing(
    'POST interviews/assign/',
    (place, nth) => [
      'interviews/assign/',
      { assignee_ids: [place.id('admin', 0)], topic: `Measured ${nth}`, questions: ['Who decides?', 'Why?'] },
    ],
    { makes: 'interview' },
  ),
  writing('POST interviews/{id}/messages/', (place, nth) => [
    `interviews/${place.latest('interview', nth)}/messages/`,
    { content: 'The adviser, by the list of the team.' },
  ]),
  writing('POST interviews/{id}/complete/', (place) => [`interviews/${place.take('interview')}/complete/`]),
];

const people: Endpoint[] = [
  writing('POST invites/invite/', (_, nth) => ['invites/invite/', { email: `guest-${nth}@bench.test` }], {
    makes: 'invite',
    isDear: true,
  }),
  writing('DELETE invites/{id}/', (place) => [`invites/${place.take('invite')}/`], { isDear: true }),
  writing('POST users/', (place, nth) => ['users/', { user_id: place.id('newcomer', nth) }], {
    makes: 'member',
  }),
  writing('PATCH users/{id}/', (place, nth) => [
    `users/${place.latest('member', nth)}/`,
    { profile: nth % 2 === 0 ? 'tech' : 'user' },
  ]),
  writing('DELETE users/{id}/', (place) => [`users/${place.take('member')}/`]),
];

const agents: Endpoint[] = [
  writing(
    'POST playground-conversations/',
    (_, nth) => ['playground-conversations/', { name: `Measured ${nth}` }],
    {
      makes: 'talk',
    },
  ),
  writing('PATCH playground-conversations/{id}/', (place, nth) => [
    `playground-conversations/${place.latest('talk', nth)}/`,
    { tags: ['Measured'] },
  ]),
  writing('DELETE playground-conversations/{id}/', (place) => [
    `playground-conversations/${place.take('talk')}/`,
  ]),
  writing('POST interview-drafts/', (_, nth) => ['interview-drafts/', { name: `Measured ${nth}` }], {
    makes: 'draft',
  }),
  writing('PATCH interview-drafts/{id}/', (place, nth) => [
    `interview-drafts/${place.latest('draft', nth)}/`,
    { custom_message: 'It takes ten minutes.' },
  ]),
  writing('DELETE interview-drafts/{id}/', (place) => [`interview-drafts/${place.take('draft')}/`]),
];

/** The main writes of a project. They delete the objects that they create. */
export const WRITES: readonly Endpoint[] = [
  ...artifacts,
  ...notifications,
  ...signals,
  ...documents,
  ...interviews,
  ...agents,
  ...people,
];

const setStatus = (place: Place, nth: number, status: 'read' | 'unread'): Asked =>
  asked('POST', [`notifications/${place.id('own', nth)}/mark-as-${status}/`]);

/** The use of the reader's own notifications: the first are deleted, the next are for marks, and the last are deleted once they are read. */
const DELETED = 150;
const MARKED = 30;
const STOCK = 120;
/** The number of rounds for which the reader of the small product has enough notifications. */
export const MOST_LAST_ROUNDS = 3;

/**
 * Writes that leave nothing to read, and so run last of all, one after the other. Before each, one notification is left for it. The first one
 * deletes everything that marks have read, and leaves only the stock.
 */
export const LAST_WRITES: readonly Endpoint[] = [
  writing('DELETE notifications/{own}/', (place, nth) => [`notifications/${place.id('own', nth)}/`], {
    isDear: true,
  }),
  writing('POST notifications/mark-all-as-read/', () => ['notifications/mark-all-as-read/'], {
    isDear: true,
    before: (place, nth) => [setStatus(place, DELETED + (nth % MARKED), 'unread')],
  }),
  writing('POST notifications/delete-read/', () => ['notifications/delete-read/'], {
    isDear: true,
    before: (place, nth) => [
      ...(nth === 0
        ? Array.from({ length: STOCK }, (_, one) => setStatus(place, DELETED + MARKED + one, 'unread'))
        : []),
      setStatus(place, DELETED + MARKED + (nth % STOCK), 'read'),
    ],
  }),
];
