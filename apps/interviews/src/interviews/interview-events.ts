import {
  type DomainEvent,
  interviewAssigned,
  interviewCompleted,
  interviewDeleted,
  interviewImportFailed,
  interviewImported,
  interviewReminderDue,
  interviewUpdated,
  intervieweeInvited,
} from '@pks/contracts';
import type { Interview } from './interview.entity.ts';

/** The event of an interview that is sent to its assignee. */
export function assigned(interview: Interview, email: string): DomainEvent {
  return interviewAssigned.of({
    project_id: interview.projectId,
    interview_id: interview.id,
    name: interview.name,
    assigned_to: interview.assignedToId ?? '',
    assigned_to_email: email,
    assigned_by: interview.assignedById ?? '',
    sent_at: interview.sentAt?.toISOString() ?? '',
  });
}

/** The event of an interview whose assignee must be invited. */
export function invited(interview: Interview): DomainEvent {
  return intervieweeInvited.of({
    project_id: interview.projectId,
    interview_id: interview.id,
    email: interview.inviteEmail ?? '',
    invited_by: interview.assignedById ?? '',
  });
}

/** The event of an interview whose assignee must be reminded, by its schedule or by hand. */
export function reminderDue(interview: Interview, email: string, { byHand = false } = {}): DomainEvent {
  return interviewReminderDue.of({
    project_id: interview.projectId,
    interview_id: interview.id,
    name: interview.name,
    assigned_to: interview.assignedToId ?? '',
    assigned_to_email: email,
    ...(interview.remindedAt && { reminded_at: interview.remindedAt.toISOString() }),
    ...(byHand && { by_hand: true }),
  });
}

/** The event of an interview that this user has completed just now. */
export function completed(interview: Interview, completedBy: string): DomainEvent {
  return interviewCompleted.of({
    project_id: interview.projectId,
    interview_id: interview.id,
    name: interview.name,
    assigned_by: interview.assignedById ?? '',
    completed_by: completedBy,
    completed_at: interview.updatedAt.toISOString(),
  });
}

/** The event of a completed interview that has a new assignee. */
export function updated({ projectId, id }: Interview): DomainEvent {
  return interviewUpdated.of({ project_id: projectId, interview_id: id });
}

/** The event of an interview that is deleted. */
export function deleted({ projectId, id }: Interview): DomainEvent {
  return interviewDeleted.of({ project_id: projectId, interview_id: id });
}

/** The event of an import whose transcript was just parsed. */
export function imported({ projectId, id, name, createdById, updatedAt }: Interview): DomainEvent {
  return interviewImported.of({
    project_id: projectId,
    interview_id: id,
    name,
    imported_by: createdById,
    imported_at: updatedAt.toISOString(),
  });
}

/** The event of an import whose transcript cannot be read. */
export function importFailed({ projectId, id, name, createdById, ...rest }: Interview): DomainEvent {
  return interviewImportFailed.of({
    project_id: projectId,
    interview_id: id,
    name,
    imported_by: createdById,
    error: rest.importInfo?.error ?? '',
    failed_at: rest.updatedAt.toISOString(),
  });
}
