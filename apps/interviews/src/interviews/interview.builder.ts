import { randomUUID } from 'node:crypto';
import type { AssignmentParameters } from './assignment-parameters.ts';
import { Interview } from './interview.entity.ts';
import type { NewAssignment } from './new-interview.ts';

/** An interview as a sentence: `anInterview({ type: 'guided-interview' }, { language: 'en' })`. */
export function anInterview(
  made: Partial<NewAssignment> = {},
  parameters: Partial<AssignmentParameters> = {},
): Interview {
  return Interview.assign({
    projectId: randomUUID(),
    type: 'interview',
    name: 'Onboarding',
    campaignId: null,
    createdById: randomUUID(),
    assignedToId: randomUUID(),
    inviteEmail: null,
    writeScope: 'local',
    topics: [],
    createdAt: new Date('2026-11-21T10:00:00.000Z'),
    reminders: null,
    ...made,
    parameters: {
      topic: 'Onboarding',
      questions: [],
      language: null,
      custom_message: '',
      custom_focus: '',
      scheduled_send_at: null,
      reminders_enabled: false,
      reminder_start_after_days: 3,
      reminder_interval_days: 7,
      reminder_max_count: 3,
      ...parameters,
    },
  });
}

/** An import whose transcript is not parsed yet. */
export function anImport(): Interview {
  return Interview.import({
    projectId: randomUUID(),
    name: 'Talk',
    campaignId: null,
    createdById: randomUUID(),
    meetingInfo: null,
    participants: [],
    interview_date: null,
    createdAt: new Date('2026-11-21T10:00:00.000Z'),
  });
}
