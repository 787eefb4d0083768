import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SERVICE_NAMES, type ServiceName } from '@pks/contracts';
import { type GuardedNats, OBSERVER, startGuardedNats } from '@pks/testing';
import { connect } from '@nats-io/transport-node';
import { CALLS, CONTRACTS, EVENTS, NOTICES } from '../../src/bus-users/declared.ts';
import { busUsers } from '../../src/bus-users.ts';
import { NatsProbe } from '../fixtures/nats-probe.ts';

/** What a user may do, as a person would write it. Everything else is refused. */
interface Expected {
  /** The services that the user calls for the product's users. */
  readonly callsForUsers: readonly ServiceName[];
  /** The calls for services, on their own or on behalf of users, that the user makes. */
  readonly callsAsService: readonly string[];
  /** The services whose inboxes the user answers to. */
  readonly answers: readonly ServiceName[];
  readonly publishes: readonly string[];
  readonly receives: readonly string[];
  readonly relaysEvents: boolean;
  /** Whether the user updates the settings of the stream. */
  readonly keepsStream?: boolean;
  readonly consumers: readonly string[];
}

const EXPECTED: Readonly<Record<ServiceName, Expected>> = {
  gateway: {
    callsForUsers: ['identity', 'knowledge', 'search', 'feedback', 'interviews', 'agents', 'notifications'],
    callsAsService: ['identity.access.resolve', 'identity.access.resolve-email'],
    answers: ['identity', 'knowledge', 'search', 'feedback', 'interviews', 'agents', 'notifications'],
    publishes: ['gateway.notice.project-written'],
    receives: [
      'gateway.notice.project-written',
      'identity.notice.access-changed',
      'notifications.notice.moved',
    ],
    relaysEvents: false,
    consumers: [],
  },
  identity: {
    callsForUsers: [],
    callsAsService: ['interviews.invites.read'],
    answers: ['gateway', 'knowledge', 'search', 'feedback', 'interviews', 'agents', 'notifications'],
    publishes: [
      'identity.event.email-changed',
      'identity.event.invite-accepted',
      'identity.event.invite-issued',
      'identity.event.member-joined',
      'identity.event.organization-invite-issued',
      'identity.event.password-reset-requested',
      'identity.event.project-deleted',
      'identity.event.project-renamed',
      'identity.notice.access-changed',
    ],
    receives: [],
    relaysEvents: true,
    keepsStream: true,
    consumers: ['identity-interviewees'],
  },
  knowledge: {
    callsForUsers: [],
    callsAsService: [
      'agents.conversation-notes.describe',
      'identity.deleted-projects.after',
      'identity.deleted-projects.among',
      'interviews.notes.describe',
      'interviews.reports.read',
    ],
    answers: ['gateway', 'identity', 'search', 'interviews', 'agents'],
    publishes: [
      'knowledge.event.document-admitted',
      'knowledge.event.document-failed',
      'knowledge.event.document-processed',
      'knowledge.event.source-changed',
      'knowledge.event.version-published',
    ],
    receives: [],
    relaysEvents: true,
    consumers: ['knowledge-document-indexing', 'knowledge-project-deletions'],
  },
  search: {
    callsForUsers: [],
    callsAsService: [
      'identity.deleted-projects.after',
      'identity.deleted-projects.among',
      'interviews.summaries.after',
      'interviews.summaries.read',
      'knowledge.document-readings.begin',
      'knowledge.document-readings.fail',
      'knowledge.document-readings.finish',
      'knowledge.document-readings.interrupt',
      'knowledge.document-readings.keep',
      'knowledge.search-sources.after',
      'knowledge.search-sources.compared',
      'knowledge.search-sources.findable',
      'knowledge.search-sources.labelled',
      'knowledge.search-sources.published',
      'knowledge.search-sources.sections',
      'knowledge.search-sources.states',
    ],
    answers: ['gateway', 'identity', 'knowledge', 'feedback', 'interviews', 'agents'],
    publishes: ['search.event.document-indexed'],
    receives: [],
    relaysEvents: true,
    consumers: ['search-interview-summaries', 'search-knowledge-sources', 'search-project-deletions'],
  },
  feedback: {
    callsForUsers: [],
    callsAsService: [
      'agents.conversation-notes.describe',
      'identity.audience.membership',
      'identity.deleted-projects.after',
      'identity.deleted-projects.among',
      'search.nearest.find',
    ],
    answers: ['gateway', 'identity', 'search', 'agents'],
    publishes: ['feedback.event.signal-closed', 'feedback.event.signal-submitted'],
    receives: [],
    relaysEvents: true,
    consumers: [
      'feedback-conversations',
      'feedback-emails',
      'feedback-project-deletions',
      'feedback-suggestions',
    ],
  },
  interviews: {
    callsForUsers: [],
    callsAsService: [
      'identity.audience.membership',
      'identity.deleted-projects.after',
      'identity.deleted-projects.among',
      'identity.interviewees.find',
    ],
    answers: ['gateway', 'identity', 'knowledge', 'search', 'notifications'],
    publishes: [
      'interviews.event.interview-assigned',
      'interviews.event.interview-completed',
      'interviews.event.interview-deleted',
      'interviews.event.interview-import-failed',
      'interviews.event.interview-imported',
      'interviews.event.interview-reminder-due',
      'interviews.event.interview-updated',
      'interviews.event.interviewee-invited',
    ],
    receives: [],
    relaysEvents: true,
    consumers: ['interviews-emails', 'interviews-joining', 'interviews-project-deletions'],
  },
  agents: {
    callsForUsers: [],
    callsAsService: [
      'identity.deleted-projects.after',
      'identity.deleted-projects.among',
      'identity.standings.of',
      'knowledge.document-metadata.match',
      'knowledge.documents.file',
      'knowledge.documents.get',
      'knowledge.documents.text',
      'search.passages.find',
    ],
    answers: ['gateway', 'identity', 'knowledge', 'search', 'feedback'],
    publishes: ['agents.event.conversation-changed', 'agents.event.conversation-deleted'],
    receives: [],
    relaysEvents: true,
    consumers: ['agents-emails', 'agents-project-deletions', 'agents-project-names'],
  },
  notifications: {
    callsForUsers: [],
    callsAsService: [
      'identity.audience.changes',
      'identity.audience.numbers',
      'identity.deleted-projects.after',
      'identity.deleted-projects.among',
      'identity.letters.read',
      'identity.letters.read-organization',
      'identity.password-resets.letter',
      'interviews.letters.read',
    ],
    answers: ['gateway', 'identity', 'interviews'],
    publishes: ['notifications.notice.moved'],
    receives: [],
    relaysEvents: false,
    consumers: [
      'notifications-interview-mails',
      'notifications-mails',
      'notifications-notifications',
      'notifications-organization-mails',
      'notifications-password-reset-mails',
      'notifications-project-deletions',
    ],
  },
};

const CONSUMERS = SERVICE_NAMES.flatMap((name) => EXPECTED[name].consumers);
const STREAMS = ['events', 'other'];
const OF_A_STREAM = ['CREATE', 'UPDATE', 'INFO', 'DELETE', 'PURGE', 'MSG.GET', 'MSG.DELETE', 'SNAPSHOT'];
const OF_A_CONSUMER = ['CREATE', 'DURABLE.CREATE', 'INFO', 'DELETE', 'MSG.NEXT', 'PAUSE'];

/** Every subject of JetStream in this installation, and some others. */
const JETSTREAM = [
  '$JS.API.INFO',
  '$JS.API.STREAM.LIST',
  '$JS.API.STREAM.NAMES',
  ...STREAMS.flatMap((stream) => [
    ...OF_A_STREAM.map((verb) => `$JS.API.STREAM.${verb}.${stream}`),
    `$JS.API.CONSUMER.LIST.${stream}`,
    `$JS.API.CONSUMER.NAMES.${stream}`,
    `$JS.API.CONSUMER.CREATE.${stream}`,
    `$JS.API.DIRECT.GET.${stream}`,
    ...[...CONSUMERS, 'other-consumer'].flatMap((consumer) => [
      ...OF_A_CONSUMER.map((verb) => `$JS.API.CONSUMER.${verb}.${stream}.${consumer}`),
      `$JS.API.CONSUMER.CREATE.${stream}.${consumer}.identity.event.invite-issued`,
      `$JS.ACK.${stream}.${consumer}.1.2.3.4.5`,
      `$JS.ACK._.aHash.${stream}.${consumer}.1.2.3.4.5`,
      `$JS.ACK.${stream}.other-consumer.events.${consumer}.1.2.3`,
    ]),
  ]),
];

const SUBJECTS = [
  ...CALLS.map(({ subject }) => subject),
  ...CONTRACTS.map(({ subject }) => `${subject}.unheard-of`),
  ...EVENTS,
  ...NOTICES,
  ...SERVICE_NAMES.flatMap((name) => [
    `_INBOX.${name}.abc.1`,
    `${name}.event.unheard-of`,
    `${name}.notice.other`,
    `${name}.other.call`,
  ]),
  '_INBOX.abc',
  '_INBOX.test.abc',
  'other',
  '$SYS.REQ.SERVER.PING',
  '$SYS.ACCOUNT.$G.CONNECT',
  ...JETSTREAM,
];
const WILDCARDS = [
  '>',
  '*',
  '*.>',
  '*.*.*',
  '*.event.*',
  '_INBOX.>',
  '_INBOX.*.>',
  '$JS.>',
  '$JS.API.>',
  '$SYS.>',
];
const OF_A_SERVICE = SERVICE_NAMES.flatMap((name) => [`${name}.>`, `${name}.*.*`, `_INBOX.${name}.>`]);
const OF_A_CONTRACT = CONTRACTS.map(({ subject }) => `${subject}.*`);

/** The subjects to which a user may publish. */
function publishable(name: ServiceName): string[] {
  const { callsForUsers, callsAsService, answers, publishes } = EXPECTED[name];
  const forUsers = CALLS.filter(({ access }) => typeof access === 'string').map(({ subject }) => subject);
  return [
    ...callsForUsers.flatMap((service) => forUsers.filter((subject) => subject.startsWith(`${service}.`))),
    ...callsAsService,
    ...answers.map((peer) => `_INBOX.${peer}.abc.1`),
    ...publishes,
    ...jetStreamOf(EXPECTED[name]),
  ];
}

function jetStreamOf({ relaysEvents, keepsStream, consumers }: Expected): string[] {
  if (!relaysEvents && consumers.length === 0) return [];
  const created = new Set([...(relaysEvents ? CONSUMERS : []), ...consumers]);
  return [
    '$JS.API.STREAM.CREATE.events',
    '$JS.API.STREAM.INFO.events',
    ...(keepsStream ? ['$JS.API.STREAM.UPDATE.events'] : []),
    ...(relaysEvents ? ['$JS.API.STREAM.MSG.GET.events', '$JS.API.CONSUMER.LIST.events'] : []),
    ...[...created].flatMap((consumer) => [
      `$JS.API.CONSUMER.DELETE.events.${consumer}`,
      `$JS.API.CONSUMER.CREATE.events.${consumer}`,
      `$JS.API.CONSUMER.CREATE.events.${consumer}.identity.event.invite-issued`,
    ]),
    ...consumers.flatMap((consumer) => [
      `$JS.API.CONSUMER.INFO.events.${consumer}`,
      `$JS.API.CONSUMER.MSG.NEXT.events.${consumer}`,
      `$JS.ACK.events.${consumer}.1.2.3.4.5`,
      `$JS.ACK._.aHash.events.${consumer}.1.2.3.4.5`,
    ]),
  ];
}

/** The subjects, with wildcards or without, to which a user may subscribe. */
function subscribable(name: ServiceName): string[] {
  const own = CONTRACTS.filter(({ subject }) => subject.startsWith(`${name}.`));
  return [
    `_INBOX.${name}.abc.1`,
    `_INBOX.${name}.>`,
    ...own.flatMap(({ subject, calls }) => [
      `${subject}.*`,
      `${subject}.unheard-of`,
      ...Object.values(calls).map((call) => call.subject),
    ]),
    ...EXPECTED[name].receives,
  ];
}

/** A user's row of the table, for the name of its test. */
function sentence(name: ServiceName): string {
  const { callsForUsers, callsAsService, publishes, receives, relaysEvents, keepsStream, consumers } =
    EXPECTED[name];
  const parts = [
    `serves ${
      CONTRACTS.map(({ subject }) => subject)
        .filter((subject) => subject.startsWith(`${name}.`))
        .join(', ') || 'nothing'
    }`,
    `calls ${[...callsForUsers.map((service) => `${service} for users`), ...callsAsService].join(', ') || 'nothing'}`,
    `publishes ${publishes.join(', ') || 'nothing'}`,
    ...(receives.length > 0 ? [`receives ${receives.join(', ')}`] : []),
    ...(relaysEvents ? ['relays events'] : []),
    ...(keepsStream ? ['updates the settings of the stream'] : []),
    ...(consumers.length > 0 ? [`consumes as ${consumers.join(', ')}`] : []),
  ];
  return `${name} ${parts.join('; ')}`;
}

let nats: GuardedNats;
beforeAll(async () => {
  nats = await startGuardedNats();
});
afterAll(() => nats.server.stop());

describe('the users of NATS, as EXPECTED of bus-users.spec.ts lists them', () => {
  it('are the gateway and the services', () => {
    expect(busUsers().map(({ name }) => name)).toEqual([...SERVICE_NAMES]);
  });

  it.each(SERVICE_NAMES.map((name) => [sentence(name), name] as const))(
    '%s; is refused every other subject',
    async (_, name) => {
      const probe = await NatsProbe.open(nats.urlFor(name));
      const published = await probe.allowed('publish', SUBJECTS);
      const subscribed = await probe.allowed('subscribe', [
        ...SUBJECTS,
        ...WILDCARDS,
        ...OF_A_SERVICE,
        ...OF_A_CONTRACT,
      ]);
      probe.close();
      expect(published.sort()).toEqual(publishable(name).sort());
      expect(subscribed.sort()).toEqual(subscribable(name).sort());
    },
  );

  it('in tests, an observer may do everything', async () => {
    const probe = await NatsProbe.open(nats.urlFor(OBSERVER.name));
    expect(await probe.allowed('publish', SUBJECTS)).toEqual(SUBJECTS);
    expect(await probe.allowed('subscribe', WILDCARDS)).toEqual(WILDCARDS);
    probe.close();
  });

  it('need their password', async () => {
    const servers = new URL(nats.server.url).host;
    const passwords = { user: 'gateway', pass: 'wrong' };
    await expect(connect({ servers, reconnect: false })).rejects.toThrow(/Authorization Violation/i);
    await expect(connect({ servers, ...passwords, reconnect: false })).rejects.toThrow(
      /Authorization Violation/i,
    );
    await expect(connect({ servers, user: 'gateway', reconnect: false })).rejects.toThrow(
      /Authorization Violation/i,
    );
    await expect(connect({ servers, ...passwords, user: 'admin', reconnect: false })).rejects.toThrow(
      /Authorization Violation/i,
    );
  });
});
