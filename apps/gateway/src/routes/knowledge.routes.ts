import { artifacts, changelog, versions } from '@pks/contracts';
import { NOT_THE_HEAD } from './error-details.ts';
import { PAYLOAD_BODY, act, change, create, get, remove, routes } from './route.ts';

const { calls: catalog } = artifacts;
const { calls: version } = versions;

export const artifactRoutes = routes(
  'Artifacts',
  get('/projects/{project_id}/artifacts/', catalog.list, {
    errors: [400, 401, 403],
    summary: 'List the artifact catalog',
    description:
      'The catalog: what the project has written down, each with the number of its published and its latest version, without the contents. In scope first, then by `display_order` and `slug`. Agents read this first, then the published contents one by one.',
  }),
  create('/projects/{project_id}/artifacts/', catalog.create, {
    errors: [400, 401, 403],
    summary: 'Create a custom artifact',
    description:
      'Adds an artifact of the type `custom`. Its slug is made from the title and never changes; its first version is empty and published. `technical_type` decides what a payload is, and cannot be changed later.',
  }),
  get('/projects/{project_id}/artifacts/{slug}/', catalog.get, {
    errors: [400, 401, 403, 404],
    summary: 'Get an artifact with the content of a version',
    description:
      'The artifact with the content of one version: the published one, which is what agents read, unless `version` names another one (`head` or a number), which is for admins. `payload` is null without versions. Responses have an `ETag`, so that polling costs next to nothing.',
    adminUnless: { parameter: 'version', is: 'published' },
  }),
  change('/projects/{project_id}/artifacts/{slug}/', catalog.update, {
    errors: [400, 401, 403, 404],
    summary: 'Change an artifact, or its place in the catalog',
    description:
      'Changes the description of the artifact. To change its content, append a version. Only `in_scope` and `display_order` of predefined artifacts can be changed.',
  }),
  remove('/projects/{project_id}/artifacts/{slug}/', catalog.remove, {
    errors: [401, 403, 404],
    errorNotes: { 403: 'Of a predefined artifact: `Predefined artifacts cannot be deleted.`' },
    summary: 'Delete a custom artifact with its versions',
    description:
      'Deletes the artifact with all of its versions; it is no longer found. Predefined artifacts stay: take them out of scope instead.',
  }),
);

export const versionRoutes = routes(
  'Artifact versions',
  create('/projects/{project_id}/artifacts/{slug}/versions/', version.append, {
    errors: [400, 401, 403, 404, 409],
    errorNotes: {
      409: 'Where another version was appended meanwhile, `head_version_number` is the number of the head.',
    },
    errorDetails: { 409: NOT_THE_HEAD },
    summary: 'Append a version',
    description:
      'Adds a complete new content as the next version. Send the number of the version that it is based on as `base_version_number`: if another one was appended meanwhile, the response is 409 with `head_version_number`, and nothing is overwritten. In `auto_publish` it is published with it. The payload is a text for `markdown` and `bpmn_xml`, an object for `mental_map`, and a list of objects for `playbook_list` and `design_template_list`.',
    bodyLimit: PAYLOAD_BODY,
  }),
  get('/projects/{project_id}/artifacts/{slug}/versions/history/', version.history, {
    errors: [400, 401, 403, 404],
    summary: 'List the versions of an artifact, newest first',
    description:
      'Who appended which version, when, where and why, without the contents. Pages have 20 versions unless `limit` says otherwise, and 100 at most.',
  }),
  get('/projects/{project_id}/artifacts/{slug}/versions/{version_number}/', version.get, {
    errors: [401, 403, 404],
    summary: 'Get a version',
    description: 'One version with its content, published or not.',
  }),
  act('/projects/{project_id}/artifacts/{slug}/versions/{version_number}/publish/', version.publish, {
    errors: [400, 401, 403, 404],
    summary: 'Publish a version; an older one to roll back',
    description:
      'Makes an existing version the one that agents read; an older one to roll back. No version is created, and publishing what is published changes nothing. 400 where the project publishes automatically.',
  }),
  create('/projects/{project_id}/artifacts/{slug}/versions/{version_number}/restore/', version.restore, {
    errors: [401, 403, 404],
    summary: 'Append a copy of an old version as the new head',
    description:
      'Makes the content of an old version the newest one. It differs from publishing that version: the history goes on, and in `manual_publish` agents read the restored version only when it is published.',
  }),
  get('/projects/{project_id}/artifacts/{slug}/versions/{version_number}/diff/', version.diff, {
    errors: [400, 401, 403, 404],
    summary: 'Compare a version with another one',
    description:
      'What changed from the version in `against` to this one: a unified diff for texts, a JSON Patch (RFC 6902) for objects and lists. Without `against`, the version before.',
  }),
  act('/projects/{project_id}/artifacts/{slug}/publish-head/', version.publishHead, {
    errors: [400, 401, 403, 404],
    summary: 'Publish the head version',
    description:
      'Makes the latest version the one that agents read. 400 where the project publishes automatically.',
  }),
  get('/projects/{project_id}/artifacts/{slug}/publications/', version.publications, {
    errors: [400, 401, 403, 404],
    summary: 'List the publications of an artifact, newest first',
    description:
      'Every change of the published version: from which to which, by whom and when. The history is complete.',
  }),
);

export const changelogRoutes = routes(
  'Knowledge changelog',
  get('/projects/{project_id}/knowledge-changelog/', changelog.calls.list, {
    errors: [400, 401, 403, 404],
    summary: "List the changes of the project's knowledge, newest first",
    description:
      'Every change of knowledge in the project in one list: what was created, changed, published, restored or deleted, by whom and when.',
  }),
);
