import { type Endpoint, reading } from './endpoint.ts';

const artifacts: Endpoint[] = [
  reading('artifacts/?limit=20'),
  reading('artifacts/?limit=20&scope=in_scope'),
  reading('artifacts/?limit=20&scope=out_of_scope'),
  reading('artifacts/?limit=20&offset=2000'),
  reading((place, nth) => `artifacts/${place.slug(nth)}/`, 'artifacts/{slug}/'),
  reading((place, nth) => `artifacts/${place.slug(nth)}/?version=head`, 'artifacts/{slug}/?version=head'),
  reading((place, nth) => `artifacts/${place.slug(nth)}/versions/history/`, 'versions/history/'),
  reading((place, nth) => `artifacts/${place.slug(nth)}/versions/2/`, 'versions/{number}/'),
  reading((place, nth) => `artifacts/${place.slug(nth)}/versions/2/diff/`, 'versions/{number}/diff/'),
  reading((place, nth) => `artifacts/${place.slug(nth)}/publications/`, 'publications/'),
  reading('knowledge-changelog/?limit=20'),
  reading('knowledge-changelog/?limit=20&offset=2000'),
];

const notifications: Endpoint[] = [
  reading('notifications/unread-count/'),
  reading('notifications/?limit=20'),
  reading('notifications/?limit=20&status=unread'),
  reading('notifications/?limit=20&status=read'),
  reading('notifications/?limit=20&notification_type=signal_closed'),
  reading('notifications/?limit=20&notification_type=artifact_published'),
  reading('notifications/?limit=20&notification_type=member_joined'),
  reading((place, nth) => `notifications/${place.id('own', nth)}/`, 'notifications/{own}/'),
  reading(
    (place, nth) => `notifications/${place.id('announcement', 500 + (nth % 400))}/`,
    'notifications/{announcement}/',
  ),
];

const signals: Endpoint[] = [
  reading('signals/?limit=20'),
  reading('signals/?limit=20&status=to_review'),
  reading('signals/?limit=20&status=dismissed'),
  reading('signals/?limit=20&sentiment=actionable'),
  reading('signals/counts/'),
  reading('signals/grouped_by_conversation/?limit=20'),
  reading('signals/grouped_by_conversation/?limit=20&status=to_review'),
  reading((place, nth) => `signals/${place.id('signal', nth)}/`, 'signals/{id}/'),
];

const documents: Endpoint[] = [
  reading('documents/?limit=20'),
  reading('documents/?limit=20&content_type=text/markdown'),
  { ...reading('documents/indexing-status/'), isDear: true },
  reading('documents/storage/'),
  reading((place, nth) => `documents/${place.id('document', nth)}/`, 'documents/{id}/'),
  reading((place, nth) => `documents/${place.id('document', nth)}/text/`, 'documents/{id}/text/'),
  reading('documents/metadata-values/?key=department'),
  reading('documents/available-document-metadata/'),
  { ...reading('available-document-metadata/'), isDear: true },
  reading(
    (place, nth) => `documents/${place.id('document', nth)}/metadata-values/?key=note`,
    'documents/{id}/metadata-values/',
  ),
  {
    name: 'POST documents/filter-by-metadata/',
    ask: () => ({
      method: 'POST',
      path: 'documents/filter-by-metadata/?limit=20',
      body: { metadata_values: ['Sales', 'Project 17'] },
    }),
  },
];

const interviews: Endpoint[] = [
  reading('interviews/?limit=20'),
  reading('interviews/?limit=20&status=pending'),
  reading('interviews/feed/?limit=20'),
  reading('interviews/assignable-users/'),
  reading('interview-campaigns/?limit=20'),
  reading('interview-drafts/?limit=20'),
  reading((place, nth) => `interviews/${place.id('interview', nth)}/`, 'interviews/{id}/'),
  reading((place, nth) => `interviews/${place.id('interview', nth)}/messages/`, 'interviews/{id}/messages/'),
];

const agents: Endpoint[] = [
  reading('agent-settings/'),
  reading('playground-conversations/?limit=20'),
  reading('playground-conversations/?limit=20&tags=tag+7'),
  reading('playground-conversations/?limit=20&no_tags=true'),
  reading('playground-conversations/all-tags/'),
  reading(
    (place, nth) => `playground-conversations/${place.id('conversation', nth)}/`,
    'playground-conversations/{id}/',
  ),
  reading('tools/'),
];

const people: Endpoint[] = [
  reading('', 'projects/{id}/'),
  reading('users/?limit=20'),
  reading('invites/?limit=20'),
  reading('invites/?limit=20&status=pending'),
  reading('/users/me/'),
  reading('/projects/'),
];

/** Every list and every single object of a project, except searches, files and streams. */
export const READS: readonly Endpoint[] = [
  ...artifacts,
  ...notifications,
  ...signals,
  ...documents,
  ...interviews,
  ...agents,
  ...people,
];
