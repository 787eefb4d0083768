import { describe, expect, it } from '@jest/globals';
import { CreateArtifact, artifacts, fieldsOf, schemaOf, versions } from '../index.ts';

describe('a contract', () => {
  it('names its calls by fixed words', () => {
    expect(artifacts.calls.list.subject).toBe('knowledge.artifacts.list');
    expect(versions.calls.publishHead.subject).toBe('knowledge.versions.publish-head');
  });
});

describe('the fields of a message', () => {
  it('include those of the message that it extends', () => {
    expect(fieldsOf(CreateArtifact).map((field) => field.name)).toEqual(
      expect.arrayContaining(['project_id', 'title', 'technical_type']),
    );
  });

  it('are its JSON Schema', () => {
    expect(schemaOf(CreateArtifact)).toMatchObject({
      additionalProperties: false,
      required: ['project_id', 'title', 'technical_type'],
      properties: { title: { type: 'string', minLength: 1, maxLength: 255 }, group: { default: '' } },
    });
  });
});
