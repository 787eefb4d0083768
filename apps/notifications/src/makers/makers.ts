import {
  type AccessLevel,
  type EventType,
  type NotificationType,
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

/** The notification of an event, and its recipients. */
export interface Announcement {
  readonly type: NotificationType;
  /** `viewer`: every member is notified; `admin`: every admin. */
  readonly level: AccessLevel;
  /** The only recipient; without it, everybody on the level is notified. */
  readonly only?: string;
  /** Users who are not notified, because they caused the event or are aware of it already (decisions 8). */
  readonly not: readonly (string | null)[];
  readonly title: string;
  readonly message: string;
  readonly source: { readonly type: string; readonly id: string };
  /** The path is relative to the base URL. */
  readonly action: { readonly label: string; readonly path: string };
}

/** An announcement in a project. */
export interface ProjectAnnouncement extends Announcement {
  readonly projectId: string;
}

/** A kind of event that users are notified of. */
export interface Maker {
  readonly event: EventType;
  /** Undefined for an event of another kind. */
  announce(event: Occurred): ProjectAnnouncement | undefined;
}

/** Every kind of event that users are notified of: one entry each. */
export const MAKERS: readonly Maker[] = [
  maker(versionPublished, ({ project_id, artifact_id, slug, title, version_number, published_by }) => ({
    type: 'artifact_published',
    level: 'viewer',
    not: [published_by],
    title: 'Artifact published',
    message: `Version ${version_number} of "${title}" is published.`,
    source: { type: 'artifact', id: artifact_id },
    action: { label: 'Open the artifact', path: `/projects/${project_id}/artifacts/${slug}/` },
  })),
  maker(memberJoined, ({ project_id, project_user_id, user_id, email, added_by }) => ({
    type: 'member_joined',
    level: 'admin',
    not: [user_id, added_by],
    title: 'New member',
    message: `${email} joined the project.`,
    source: { type: 'project_user', id: project_user_id },
    action: {
      label: 'Open the member',
      path: `/projects/${project_id}/users/?search=${encodeURIComponent(email)}`,
    },
  })),
  maker(signalSubmitted, ({ project_id, signal_id, given_by, given_by_email, excerpt }) => ({
    type: 'signal_submitted',
    level: 'admin',
    not: [given_by],
    title: 'Signal submitted',
    message: `${given_by_email} submitted a signal${quoted(excerpt)}`,
    source: { type: 'signal', id: signal_id },
    action: { label: 'Open the signal', path: `/projects/${project_id}/signals/${signal_id}/` },
  })),
  maker(signalClosed, ({ project_id, signal_id, given_by, closed_by, status, excerpt }) => ({
    type: 'signal_closed',
    level: 'viewer',
    only: given_by,
    not: [closed_by],
    title: 'Signal closed',
    message: `Your signal was ${status}${quoted(excerpt)}`,
    source: { type: 'signal', id: signal_id },
    action: { label: 'Open the signal', path: `/projects/${project_id}/signals/${signal_id}/` },
  })),
  maker(documentProcessed, (event) => ({
    type: 'document_processed',
    level: 'viewer',
    only: event.uploaded_by,
    not: [],
    title: 'Document processed',
    message: `"${event.name}" is ready.`,
    ...documentOf(event),
  })),
  maker(documentFailed, (event) => ({
    type: 'document_failed',
    level: 'viewer',
    only: event.uploaded_by,
    not: [],
    title: 'Document not processed',
    message: `"${event.name}" could not be processed. ${event.error}`,
    ...documentOf(event),
  })),
  maker(interviewAssigned, (event) => ({
    type: 'interview_assigned',
    level: 'viewer',
    only: event.assigned_to,
    not: [event.assigned_by],
    title: 'Interview assigned',
    message: `You are asked to take the interview "${event.name}".`,
    ...interviewOf(event),
  })),
  maker(interviewCompleted, (event) => ({
    type: 'interview_completed',
    level: 'viewer',
    only: event.assigned_by,
    not: [event.completed_by],
    title: 'Interview completed',
    message: `The interview "${event.name}" that you assigned is completed.`,
    ...interviewOf(event),
  })),
  maker(interviewImported, (event) => ({
    type: 'interview_import_completed',
    level: 'viewer',
    only: event.imported_by,
    not: [],
    title: 'Interview imported',
    message: `The interview "${event.name}" is imported.`,
    ...interviewOf(event),
  })),
  maker(interviewImportFailed, (event) => ({
    type: 'interview_import_failed',
    level: 'viewer',
    only: event.imported_by,
    not: [],
    title: 'Interview not imported',
    message: `The interview "${event.name}" could not be imported. ${event.error}`,
    ...interviewOf(event),
  })),
];

/** Source and action of an event about a document. */
function documentOf({ project_id, document_id }: { project_id: string; document_id: string }) {
  return {
    source: { type: 'document', id: document_id },
    action: { label: 'Open the document', path: `/projects/${project_id}/documents/${document_id}/` },
  } as const;
}

/** Source and action of an event about an interview. */
function interviewOf({ project_id, interview_id }: { project_id: string; interview_id: string }) {
  return {
    source: { type: 'interview', id: interview_id },
    action: { label: 'Open the interview', path: `/projects/${project_id}/interviews/${interview_id}/` },
  } as const;
}

/** The end of a sentence, with the text if it is not empty. */
function quoted(text: string): string {
  return text.trim() === '' ? '.' : `: "${text}"`;
}

/** The announcement of an event; undefined for an event that notifies no one. */
export function announcementOf(event: Occurred): ProjectAnnouncement | undefined {
  return MAKERS.map((one) => one.announce(event)).find((announcement) => announcement !== undefined);
}

function maker<P extends { readonly project_id: string }>(
  type: EventType<P>,
  announcement: (payload: P) => Announcement,
): Maker {
  return {
    event: type,
    announce: (event) =>
      isOf(type, event) ? { projectId: event.payload.project_id, ...announcement(event.payload) } : undefined,
  };
}

function isOf<P extends object>(type: EventType<P>, event: Occurred): event is Occurred<EventType<P>> {
  return event.subject === type.subject;
}
