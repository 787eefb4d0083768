import type { ServiceName } from './kit/contract.ts';

/**
 * The consumers of each service, by the names that their `@Consumes` declares. The NATS user of a service may use these
 * consumers of the stream of events, and no others.
 */
export const CONSUMERS: Readonly<Record<ServiceName, readonly string[]>> = {
  gateway: [],
  identity: ['interviewees'],
  knowledge: ['document-indexing', 'project-deletions'],
  search: ['interview-summaries', 'knowledge-sources', 'project-deletions'],
  feedback: ['conversations', 'emails', 'project-deletions', 'suggestions'],
  interviews: ['emails', 'joining', 'project-deletions'],
  agents: ['emails', 'project-deletions', 'project-names'],
  notifications: [
    'interview-mails',
    'mails',
    'notifications',
    'organization-mails',
    'password-reset-mails',
    'project-deletions',
  ],
};
