/** What the operations of each group are about, in the order of the document's groups. */
export const TAGS = {
  Authentication:
    'User tokens for an e-mail and a password, one’s own account, and forgotten passwords. Programs use the API key of a service account.',
  Organizations:
    'Organizations own projects. Their admins add users, deactivate them and make others admins.',
  'Service accounts':
    'Accounts of programs (agents, integrations, jobs) and their API keys, which work on every endpoint.',
  Projects:
    'A project is the place in which people and agents keep what they know. Everything below `/projects/{project_id}/` belongs to one project and is hidden from everybody who is not a member.',
  'Project users':
    'Members, their permissions (`CAN_VIEW_DATA`, `CAN_PERFORM_ADMIN_ACTIONS`, `CAN_IMPERSONATE_OTHER_USERS`) and profiles (`tech`, `contributor`, `user`).',
  Invites: 'People without an account become members by an e-mail with a token that can be used once.',
  Artifacts:
    'The catalog of what the project has written down. Each artifact has a history of versions. Agents read the one that is published.',
  'Artifact versions':
    'Versions are complete and never change. They are appended, compared, published, rolled back and restored.',
  'Knowledge changelog': 'Every change of the project’s knowledge in one list.',
  Documents:
    'Files that are stored unchanged, read in the background, and found by their text. Uploads are forms; everything else is JSON.',
  'Document metadata': 'Pairs of a key and a value that label documents and filter them.',
  Search:
    'Finds passages of documents, published artifacts and interviews, by words, by meaning, or by both.',
  Signals:
    'Feedback about the content of the project, from people and agents, which admins review: `to_review`, `reviewed` or `dismissed`.',
  Interviews:
    'Structured questions to members, alone or in campaigns, with reminders; the interview itself; and transcripts of interviews that were recorded elsewhere.',
  'Interview drafts': 'Interviews that are being prepared, and test runs in which their authors try them.',
  Notifications: 'Events that concern the caller, as a list, a count and a stream.',
  Tools:
    'What agents of the project can run: retrieval, calculations, documents, statistics, web searches and sub-agents.',
  Conversations: 'Questions to the project’s agent, and its answers with their sources.',
} as const satisfies Readonly<Record<string, string>>;

/** The name of a group. */
export type Tag = keyof typeof TAGS;
