import { describe, expect, it } from '@jest/globals';
import { artifactIn, artifactUri } from './artifact-uri.ts';

const project_id = '018f0000-0000-7000-8000-000000000000';

describe('the address of an artifact', () => {
  it.each(['brief', 'a b', 'ü/?#%', '..', 'a:b'])('names it: %s', (slug) => {
    expect(artifactIn(artifactUri({ project_id, slug }))).toEqual({ project_id, slug });
  });

  it.each([
    '',
    'artifact://',
    `artifact://${project_id}`,
    `artifact://${project_id}/`,
    `artifact://${project_id}/a/b`,
    `artifact://${project_id}/a?version=head`,
    `artifact://${project_id}/%E0%A4%A`,
    `artifact://${project_id.slice(1)}/brief`,
    `ARTIFACT://${project_id}/brief`,
    `file://${project_id}/brief`,
  ])('is no other text: %s', (uri) => {
    expect(artifactIn(uri)).toBeUndefined();
  });
});
