import type { ChatMemory, ImportInfo, InterviewStatus } from '@pks/contracts';
import type { Interview } from './interview.entity.ts';
import type { ReminderPlan } from './reminder-plan.ts';

/** The fields of an interview that is assigned to a member, or to an invited address. */
export type NewAssignment = Pick<
  Interview,
  | 'projectId'
  | 'type'
  | 'name'
  | 'campaignId'
  | 'createdById'
  | 'assignedToId'
  | 'inviteEmail'
  | 'writeScope'
  | 'parameters'
  | 'topics'
  | 'createdAt'
> & { readonly reminders: ReminderPlan | null };

/** The fields of an interview that was recorded elsewhere. */
export type NewImport = Pick<
  Interview,
  'projectId' | 'name' | 'campaignId' | 'createdById' | 'meetingInfo' | 'createdAt'
> &
  Pick<ImportInfo, 'participants' | 'interview_date'>;

/** The fields of an import that follow from its transcript. */
export type ReadTranscript = Pick<Interview, 'firstMessagePreview' | 'messageCount' | 'chatMemory'> &
  Pick<ImportInfo, 'participants'>;

/** The fields of an interview, besides its transcript, that a step of taking it changes. */
export interface Taken extends Pick<Interview, 'topics' | 'chatMemory'> {
  readonly status: InterviewStatus;
}

const NOTHING_YET: ChatMemory = { summary: '', covered_topics: [], facts: [] };

/** The fields of an interview that nobody has begun or been notified of. */
export const UNTOUCHED = {
  chatMemory: NOTHING_YET,
  localDocuments: [],
  importInfo: null,
  meetingInfo: null,
  firstMessagePreview: '',
  messageCount: 0,
  sentAt: null,
  remindersSent: 0,
  remindedAt: null,
  remindersStoppedAt: null,
} as const;

/** The fields of an interview without an assignee. */
export const UNASSIGNED = {
  assignedById: null,
  assignedToId: null,
  inviteEmail: null,
  writeScope: 'local',
  parameters: {},
  topics: [],
  reminderStartAfterDays: null,
  reminderIntervalDays: null,
  reminderMaxCount: null,
} as const;
