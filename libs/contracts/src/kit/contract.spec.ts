import { describe, expect, it } from '@jest/globals';
import {
  CreateArtifact,
  Empty,
  Paged,
  artifacts,
  contract,
  fieldsOf,
  list,
  nothing,
  openRpc,
  page,
  rpc,
  schemaOf,
  versions,
} from '../index.ts';

describe('a contract', () => {
  it('names its calls by fixed words', () => {
    expect(artifacts.calls.list.subject).toBe('knowledge.artifacts.list');
    expect(versions.calls.publishHead.subject).toBe('knowledge.versions.publish-head');
  });

  it('knows of each call what it asks, what it answers, and whether nobody need be known for it', () => {
    const { calls } = contract('a.b', {
      one: rpc(Empty).returns(Paged),
      some: rpc(Empty).returns(page(Paged)),
      all: rpc(Empty).returns(list(Paged)),
      none: rpc(Empty).returns(nothing),
      anyone: openRpc(Paged).returns(Empty),
    });
    expect(
      Object.values(calls).map(({ name, open, result }) => [name, open, result.kind, result.message]),
    ).toEqual([
      ['one', false, 'one', Paged],
      ['some', false, 'page', Paged],
      ['all', false, 'list', Paged],
      ['none', false, 'nothing', undefined],
      ['anyone', true, 'one', Empty],
    ]);
    expect(calls.anyone).toMatchObject({ subject: 'a.b.anyone', request: Paged });
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
