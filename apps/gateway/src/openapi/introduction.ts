import type { TechnicalType } from '@pks/contracts';
import { PAYLOADS } from './payloads.ts';

const KINDS: readonly (readonly [type: TechnicalType, kind: string])[] = [
  ['markdown', 'a text'],
  ['bpmn_xml', 'a text: BPMN 2.0 XML, or empty'],
  ['mental_map', 'an object'],
  ['playbook_list', 'a list of objects'],
  ['design_template_list', 'a list of objects'],
];

const PAYLOAD_ROWS = KINDS.map(
  ([type, kind]) => `| \`${type}\` | ${kind} | \`${JSON.stringify(PAYLOADS[type])}\` |`,
).join('\n');

const TEXT = `The system of record in which a project's people and agents keep what they know.
The guide for users of this API, \`docs/api.md\` of the repository, has the concepts in a picture and ten tasks with their requests and responses.

**Credentials.** \`Authorization: Bearer …\` with a user token (\`POST /auth/token/\`), the API key of a service account, or an OAuth access token. A missing or wrong one is 401; an
API key that is refused is 403 and says why. What a credential may do is said with each operation. Changes of it take effect within 5 seconds.

**Pages.** Lists take \`limit\` (1 to 1000, 100 by default; the history of versions 1 to 100, 20 by default) and \`offset\`, and answer \`count\`, \`next\`, \`previous\` and \`results\`. Follow \`next\` until it is null. Every order is total: what did not
change is neither repeated nor skipped.

**Errors.** Always \`{"error": "A sentence."}\`. A 400 about a field has that field as a key as well, with its sentences: \`{"error": "This field is required.", "title": ["This field is
required."]}\`; nested fields and items of lists have dotted keys (\`topics.0.title\`, \`invite_emails.0\`). Unknown fields and query parameters are refused by name. A project of
which the caller is no member is 403; within a project, what belongs to another project or user is 404, like what does not exist.

**Retrying.** Send an \`Idempotency-Key\` with each POST and PATCH: for 24 hours, a repetition has the response of the first request (\`Idempotent-Replayed: true\`) and takes effect
once, also when that response was lost; another body under the same key is 422. A request that was refused for its credential or its fields may not count as the first: correct it under a new key. Operations without a credential, such as logging in, ignore it, and creating an API key answers a repetition with 409: its secret is shown once. Retry 429 and 503 after \`Retry-After\`, and 504, with the same key. A 409 with \`Retry-After\` says that the first request is still running: repeat it again for its response.

**Caching.** GET of one object has an \`ETag\`; \`If-None-Match\` is answered with 304 while nothing changed.

**Streams.** Server-sent events. Reconnect with the last \`id\` as \`Last-Event-ID\`: nothing is missed or repeated, or there is a \`reset\`: list notifications again.

**Publish modes.** In a project with \`auto_publish\` (the default), each version is published when it is appended. With \`manual_publish\`, agents go on reading the published version until
an admin publishes another one, which may be an older one. What is unpublished when a project changes to \`auto_publish\` stays so until a version is appended or restored.

**Payloads** of artifacts, by their \`technical_type\`:

| \`technical_type\` | \`payload\` | for example |
| --- | --- | --- |
${PAYLOAD_ROWS}

Objects and their fields are the client's own; each version is complete and never changes.

**Limits.** Bodies of 1 MiB (4 MiB for payloads and transcripts, 16 KiB without a credential, 100 MiB for each file), names and titles of 255 characters, other texts of 20,000. A request has 10
seconds where the installation does not set another time, a run of a tool 30, and an answer in a conversation 90 where a model makes it. An installation may limit requests per minute: 429.`;

/** What every client has to know before the operations: the description of the document. Line breaks within a paragraph are removed, because viewers would show them. */
export const INTRODUCTION = TEXT.replace(/(?<![\n|])\n(?![\n|])/g, ' ');
