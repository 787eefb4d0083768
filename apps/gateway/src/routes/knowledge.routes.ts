import { artifacts, changelog, versions } from '@pks/contracts';
import { PAYLOAD_BODY, act, change, create, get, remove, routes } from './route.ts';

const { calls: catalog } = artifacts;
const { calls: version } = versions;

export const artifactRoutes = routes(
  'Artifacts',
  get('/projects/{project_id}/artifacts/', catalog.list, {
    errors: [400, 401, 403],
    summary: 'List the artifact catalog',
  }),
  create('/projects/{project_id}/artifacts/', catalog.create, {
    errors: [400, 401, 403],
    summary: 'Create a custom artifact',
  }),
  get('/projects/{project_id}/artifacts/{slug}/', catalog.get, {
    errors: [400, 401, 403, 404],
    summary: 'Get an artifact with the content of a version',
  }),
  change('/projects/{project_id}/artifacts/{slug}/', catalog.update, {
    errors: [400, 401, 403, 404],
    summary: 'Change an artifact, or its place in the catalog',
  }),
  remove('/projects/{project_id}/artifacts/{slug}/', catalog.remove, {
    errors: [401, 403, 404],
    summary: 'Delete a custom artifact with its versions',
  }),
);

export const versionRoutes = routes(
  'Artifact versions',
  create('/projects/{project_id}/artifacts/{slug}/versions/', version.append, {
    errors: [400, 401, 403, 404, 409],
    summary: 'Append a version',
    bodyLimit: PAYLOAD_BODY,
  }),
  get('/projects/{project_id}/artifacts/{slug}/versions/history/', version.history, {
    errors: [400, 401, 403, 404],
    summary: 'List the versions of an artifact, newest first',
  }),
  get('/projects/{project_id}/artifacts/{slug}/versions/{version_number}/', version.get, {
    errors: [401, 403, 404],
    summary: 'Get a version',
  }),
  act('/projects/{project_id}/artifacts/{slug}/versions/{version_number}/publish/', version.publish, {
    errors: [400, 401, 403, 404],
    summary: 'Publish a version; an older one to roll back',
  }),
  create('/projects/{project_id}/artifacts/{slug}/versions/{version_number}/restore/', version.restore, {
    errors: [401, 403, 404],
    summary: 'Append a copy of an old version as the new head',
  }),
  get('/projects/{project_id}/artifacts/{slug}/versions/{version_number}/diff/', version.diff, {
    errors: [400, 401, 403, 404],
    summary: 'Compare a version with another one',
  }),
  act('/projects/{project_id}/artifacts/{slug}/publish-head/', version.publishHead, {
    errors: [400, 401, 403, 404],
    summary: 'Publish the head version',
  }),
  get('/projects/{project_id}/artifacts/{slug}/publications/', version.publications, {
    errors: [400, 401, 403, 404],
    summary: 'List the publications of an artifact, newest first',
  }),
);

export const changelogRoutes = routes(
  'Knowledge changelog',
  get('/projects/{project_id}/knowledge-changelog/', changelog.calls.list, {
    errors: [400, 401, 403, 404],
    summary: "List the changes of the project's knowledge, newest first",
  }),
);
