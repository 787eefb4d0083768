import { describe, expect, it } from '@jest/globals';
import {
  type DomainEvent,
  documentFailed,
  documentProcessed,
  interviewAssigned,
  interviewCompleted,
  interviewImportFailed,
  interviewImported,
  memberJoined,
  signalClosed,
  signalSubmitted,
  versionPublished,
} from '@pks/contracts';
import type { Occurred } from '@pks/platform';
import { MAKERS, type Announcement, announcementOf } from './makers.ts';

const PROJECT = '01900000-0000-7000-8000-000000000001';
const ARTIFACT = '01900000-0000-7000-8000-000000000002';
const MEMBERSHIP = '01900000-0000-7000-8000-000000000003';
const DOCUMENT = '01900000-0000-7000-8000-000000000005';
const SIGNAL = '01900000-0000-7000-8000-000000000004';
const INTERVIEW = '01900000-0000-7000-8000-000000000006';
const ANA = 'ana';
const BEN = 'ben';
const EVA = 'eva';
const NOON = '2026-11-21T12:00:00.000Z';

function occurred({ subject, payload }: DomainEvent): Occurred {
  return { id: 'event', subject, payload, occurredAt: new Date(NOON), requestId: 'request' };
}

const joined = {
  project_id: PROJECT,
  project_user_id: MEMBERSHIP,
  user_id: EVA,
  email: 'eva+1@example.test',
  permissions: ['CAN_VIEW_DATA'],
  profile: 'contributor',
  joined_at: NOON,
} as const;

const uploaded = {
  project_id: PROJECT,
  document_id: DOCUMENT,
  name: 'plan.pdf',
  uploaded_by: BEN,
  processed_at: NOON,
} as const;

const ofTheDocument = {
  level: 'viewer',
  only: BEN,
  not: [],
  source: { type: 'document', id: DOCUMENT },
  action: { label: 'Open the document', path: `/projects/${PROJECT}/documents/${DOCUMENT}/` },
} as const;

const imported = {
  project_id: PROJECT,
  interview_id: INTERVIEW,
  name: 'Onboarding',
  imported_by: ANA,
} as const;

const ofTheInterview = {
  level: 'viewer',
  source: { type: 'interview', id: INTERVIEW },
  action: { label: 'Open the interview', path: `/projects/${PROJECT}/interviews/${INTERVIEW}/` },
} as const;

const TABLE: readonly (readonly [DomainEvent, Announcement])[] = [
  [
    versionPublished.of({
      project_id: PROJECT,
      artifact_id: ARTIFACT,
      slug: 'churn',
      title: 'Churn',
      version_number: 7,
      published_by: ANA,
      published_at: NOON,
    }),
    {
      type: 'artifact_published',
      level: 'viewer',
      not: [ANA],
      title: 'Artifact published',
      message: 'Version 7 of "Churn" is published.',
      source: { type: 'artifact', id: ARTIFACT },
      action: { label: 'Open the artifact', path: `/projects/${PROJECT}/artifacts/churn/` },
    },
  ],
  [
    memberJoined.of({ ...joined, added_by: ANA }),
    {
      type: 'member_joined',
      level: 'admin',
      not: [EVA, ANA],
      title: 'New member',
      message: 'eva+1@example.test joined the project.',
      source: { type: 'project_user', id: MEMBERSHIP },
      action: {
        label: 'Open the member',
        path: `/projects/${PROJECT}/users/?search=eva%2B1%40example.test`,
      },
    },
  ],
  [
    signalSubmitted.of({
      project_id: PROJECT,
      signal_id: SIGNAL,
      given_by: EVA,
      given_by_email: 'eva@example.test',
      sentiment: 'negative',
      excerpt: 'Out of date.',
      submitted_at: NOON,
    }),
    {
      type: 'signal_submitted',
      level: 'admin',
      not: [EVA],
      title: 'Signal submitted',
      message: 'eva@example.test submitted a signal: "Out of date."',
      source: { type: 'signal', id: SIGNAL },
      action: { label: 'Open the signal', path: `/projects/${PROJECT}/signals/${SIGNAL}/` },
    },
  ],
  [
    signalClosed.of({
      project_id: PROJECT,
      signal_id: SIGNAL,
      given_by: EVA,
      closed_by: ANA,
      status: 'dismissed',
      excerpt: ' ',
      closed_at: NOON,
    }),
    {
      type: 'signal_closed',
      level: 'viewer',
      only: EVA,
      not: [ANA],
      title: 'Signal closed',
      message: 'Your signal was dismissed.',
      source: { type: 'signal', id: SIGNAL },
      action: { label: 'Open the signal', path: `/projects/${PROJECT}/signals/${SIGNAL}/` },
    },
  ],
  [
    documentProcessed.of(uploaded),
    {
      ...ofTheDocument,
      type: 'document_processed',
      title: 'Document processed',
      message: '"plan.pdf" is ready.',
    },
  ],
  [
    documentFailed.of({ ...uploaded, error: 'The PDF is protected by a password.' }),
    {
      ...ofTheDocument,
      type: 'document_failed',
      title: 'Document not processed',
      message: '"plan.pdf" could not be processed. The PDF is protected by a password.',
    },
  ],
  [
    interviewAssigned.of({
      project_id: PROJECT,
      interview_id: INTERVIEW,
      name: 'Onboarding',
      assigned_to: EVA,
      assigned_to_email: 'eva@example.test',
      assigned_by: ANA,
      sent_at: NOON,
    }),
    {
      ...ofTheInterview,
      type: 'interview_assigned',
      only: EVA,
      not: [ANA],
      title: 'Interview assigned',
      message: 'You are asked to take the interview "Onboarding".',
    },
  ],
  [
    interviewCompleted.of({
      project_id: PROJECT,
      interview_id: INTERVIEW,
      name: 'Onboarding',
      assigned_by: ANA,
      completed_by: EVA,
      completed_at: NOON,
    }),
    {
      ...ofTheInterview,
      type: 'interview_completed',
      only: ANA,
      not: [EVA],
      title: 'Interview completed',
      message: 'The interview "Onboarding" that you assigned is completed.',
    },
  ],
  [
    interviewImported.of({ ...imported, imported_at: NOON }),
    {
      ...ofTheInterview,
      type: 'interview_import_completed',
      only: ANA,
      not: [],
      title: 'Interview imported',
      message: 'The interview "Onboarding" is imported.',
    },
  ],
  [
    interviewImportFailed.of({ ...imported, error: 'The transcript has no text.', failed_at: NOON }),
    {
      ...ofTheInterview,
      type: 'interview_import_failed',
      only: ANA,
      not: [],
      title: 'Interview not imported',
      message: 'The interview "Onboarding" could not be imported. The transcript has no text.',
    },
  ],
];

describe('the announcement', () => {
  it.each(TABLE)('of %j', (event, announcement) => {
    expect(announcementOf(occurred(event))).toEqual({ projectId: PROJECT, ...announcement });
  });

  it('is in this table for every kind of event that has one', () => {
    expect(TABLE.map(([{ subject }]) => subject)).toEqual(MAKERS.map(({ event }) => event.subject));
  });

  it('does not exist for other events', () => {
    expect(announcementOf(occurred({ subject: 'other.event.happened', payload: {} }))).toBeUndefined();
  });

  it('of a member added by no one goes to every other admin', () => {
    const announcement = announcementOf(occurred(memberJoined.of({ ...joined, added_by: null })));
    expect(announcement).toMatchObject({ level: 'admin', not: [joined.user_id, null] });
  });
});
