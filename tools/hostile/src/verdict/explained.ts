import type { Answer } from '../product/client.ts';
import { refusalIn } from './refusal.ts';

/** A rule that no schema can express, by which a request that is valid by its description is refused. */
export interface Explained {
  /** Operations by their ids. */
  readonly operations: RegExp;
  readonly status: number;
  /** The sentence of the error. */
  readonly sentence: RegExp;
  readonly because: string;
}

/** Every such rule. */
export const EXPLAINED: readonly Explained[] = [
  rule(
    /^(password_resets_confirm|invites_accept)$/,
    400,
    /^This token is wrong, used/,
    'A token comes by e-mail, and counts once.',
  ),
  rule(/^sessions_log_in$/, 400, /^Unable to log in/, 'The credentials are those of nobody.'),
  rule(
    /^users_change_password$/,
    400,
    /^This is not the current password/,
    'The current password is needed, and the admin has none.',
  ),
  rule(
    /^(password_resets_confirm|users_change_password|users_add_to_organization|invites_accept)$/,
    400,
    /^This password is too common/,
    'Common passwords are refused.',
  ),
  rule(
    /^users_add_to_organization$/,
    400,
    /^This user is already in the organization/,
    'Users are members once.',
  ),
  rule(
    /^users_leave$/,
    400,
    /^(The last admin of an organization|This user is the last admin of the project ".*" and) cannot leave\.$/,
    'An organization and a project keep an admin.',
  ),
  rule(/^projects_remove$/, 400, /^This is not the name/, 'It is the name of the project.'),
  rule(
    /^api_keys_create$/,
    400,
    /^A service account can have 100 keys/,
    'A service account has a bounded number of keys.',
  ),
  rule(
    /^project_users_add$/,
    400,
    /^(This field is required\.|No such user in the organization of the project\.|Send either an email or a user_id, not both\.|This user is already a member of the project\.)$/,
    'It is `email` or `user_id`, of a user of the organization who is no member.',
  ),
  rule(
    /^project_users_remove_by_email$/,
    400,
    /^No member of the project has this e-mail/,
    'The e-mail is that of no member.',
  ),
  rule(/^versions_append$/, 409, /^The head is version/, 'The content is based on an older version.'),
  rule(
    /^versions_append$/,
    400,
    /^(".*" is not a valid choice\.|This field may not be null\.|Must be (a string|an object|a list of objects(; item \d+ is not one)?)\.|Must be well-formed XML: .*|The root element must be "definitions" of BPMN .*|(An element may have|The name of a namespace may have|Elements may be nested) .* at most\.)$/s,
    'By the technical type of the artifact, and the name of the assistant.',
  ),
  rule(/^(artifacts_get|versions_diff)$/, 404, /^Not found/, 'Versions are numbered without gaps.'),
  rule(
    /^conversations_create$/,
    400,
    /^This project has no such settings/,
    'The settings are of the project.',
  ),
  rule(
    /^artifacts_create$/,
    400,
    /^An artifact with the slug ".*" already exists\.$/,
    'Slugs are unique in a project.',
  ),
  rule(
    /^campaigns_rename$/,
    400,
    /^A campaign with the name .* already exists/,
    'Names of campaigns are unique in a project, whatever their case.',
  ),
  rule(
    /^documents_store$/,
    400,
    /^The body is not valid multipart/,
    'A backslash at the end of a file name is taken for an escape, as RFC 2183 has it and browsers do not.',
  ),
  rule(
    /^projects_create$/,
    403,
    /^You do not have permission/,
    'The organization is one that the caller administers.',
  ),
  rule(
    /^assignment_assign$/,
    400,
    /^(A guided interview needs at least one topic\.|Only a guided interview has topics\.|There is no such (draft|campaign) in this project\.|Name the campaign by `campaign_id` or by `campaign_name`, not by both\.|A `global` interview can only be assigned to admins(, and to nobody by `invite_emails`)?\.)$/,
    'Its fields depend on each other, and name what exists.',
  ),
  rule(
    /^drafts_(create|update)$/,
    400,
    /^(There is no such campaign in this project\.|Name the campaign by `campaign_id` or by `campaign_name`, not by both\.)$/,
    'The campaign is one of the project, named in one way.',
  ),
  rule(
    /^interview_writing_write$/,
    400,
    /^(There is no such artifact in this project|An interview can only be written to an artifact of the technical type `markdown`)\.$/,
    'The artifact exists and is Markdown.',
  ),
  rule(
    /^document_metadata_add$/,
    400,
    /^(A document has no more than|The metadata)/,
    'A document has a bounded number of labels.',
  ),
  rule(/^documents_indexing_status$/, 400, /^Must be a valid UUID/, 'The ids are in one text.'),
  rule(
    /^assignment_assign$/,
    400,
    /^Interviews are assigned to members/,
    'Members with some profiles are interviewed.',
  ),
  rule(/^test_runs_start$/, 400, /^Ensure this value is less than/, 'The draft has so many topics.'),
  rule(
    /^notifications_(get|remove|mark_as_read|mark_as_unread)$/,
    404,
    /^Not found/,
    'Another request deleted what was read.',
  ),
  rule(
    /^tools_(create|update)$/,
    400,
    /^Only a tool of the type retrieval has a mode/,
    'By the `tool_type`.',
  ),
  rule(/^tools_create$/, 400, /^A project has at most/, 'A project has a bounded number of tools.'),
  rule(/^tools_import$/, 404, /^Not found/, 'The tool is one of a project of the caller.'),
  rule(
    /^versions_(publish|publish_head)$/,
    400,
    /^This project publishes artifacts automatically/,
    'By the mode of the project.',
  ),
  rule(
    /^signals_(submit|update)$/,
    400,
    /^This field may not be blank/,
    'May be blank only if `is_positive` is given.',
  ),
  rule(
    /^interviews_list$/,
    400,
    /^(".*" is not a valid choice|This field may not be blank)\.$/s,
    'The statuses are in one text.',
  ),
  rule(/^assignment_assign$/, 400, /^Name at least one person/, 'It is `assignee_ids` or `invite_emails`.'),
  rule(/^reminders_stop_by_token$/, 404, /^Not found/, 'The token is only in the e-mail.'),
  rule(/^test_runs_start$/, 400, /^There is no such topic in this draft/, 'Topics belong to their draft.'),
  rule(/^test_runs_jump$/, 400, /^There is no such topic in this test run/, 'Topics belong to their run.'),
  rule(/^messages_list$/, 400, /^There is no such entry/, 'Entries belong to their interview.'),
  rule(
    /^tools_(create|update)$/,
    400,
    /^(Unknown field|This field is required)/,
    'The configuration has the fields of its `tool_type`.',
  ),
  rule(/^tool_runs_run$/, 400, /./, 'A tool has parameters of its own, and says what is wrong with them.'),
];

function rule(operations: RegExp, status: number, sentence: RegExp, because: string): Explained {
  return { operations, status, sentence, because };
}

/** Operations that limit how often they are called, regardless of the caller. */
export const LIMITED: readonly string[] = [
  'sessions_log_in',
  'users_change_password',
  'reminders_send',
  'invites_invite',
  'assignment_assign',
];

/** The rule by which a valid request was refused. */
export function explanationOf(operationId: string, answer: Answer): Explained | undefined {
  const { error } = refusalIn(answer);
  return EXPLAINED.find(
    ({ operations, status, sentence }) =>
      operations.test(operationId) && status === answer.status && sentence.test(String(error)),
  );
}
