import type { ServiceName } from './kit/contract.ts';

/**
 * The consumers of each service, by the names that their `@Consumes` declares. The NATS user of a service may use these
 * consumers of the stream of events, and no others.
 */
export const CONSUMERS: Readonly<Record<ServiceName, readonly string[]>> = {
  gateway: [],
  identity: ['interviewees'],
  knowledge: ['document-indexing'],
  search: ['interview-summaries', 'knowledge-sources'],
  feedback: ['conversations', 'emails', 'suggestions'],
  interviews: ['emails', 'joining'],
  agents: ['emails', 'project-names'],
  notifications: ['interview-mails', 'mails', 'notifications', 'organization-mails', 'password-reset-mails'],
};
