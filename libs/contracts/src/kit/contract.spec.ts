import { describe, expect, it } from '@jest/globals';
import {
  CreateArtifact,
  Empty,
  InProject,
  ListOrganizationUsers,
  Paged,
  artifacts,
  contract,
  fieldsOf,
  lasting,
  list,
  nothing,
  objects,
  page,
  rpc,
  schemaOf,
  service,
  through,
  versions,
} from '../index.ts';

describe('a contract', () => {
  it('names its calls by fixed words', () => {
    expect(artifacts.calls.list.subject).toBe('knowledge.artifacts.list');
    expect(versions.calls.publishHead.subject).toBe('knowledge.versions.publish-head');
  });

  it('declares the request, the response and the permission of each call', () => {
    const { calls } = contract('a.b', {
      one: rpc(Empty).by('authenticated').returns(Paged),
      some: rpc(InProject).by('view').returns(page(Paged)),
      all: rpc(InProject).by('admin').returns(list(Paged)),
      none: rpc(ListOrganizationUsers).by('organization_admin').returns(nothing),
      open: rpc(Paged).by('anyone').returns(Empty),
      inner: rpc(Paged).by(service('gateway', 'feedback')).returns(Empty),
    });
    expect(
      Object.values(calls).map(({ name, access, result }) => [name, access, result.kind, result.message]),
    ).toEqual([
      ['one', 'authenticated', 'one', Paged],
      ['some', 'view', 'page', Paged],
      ['all', 'admin', 'list', Paged],
      ['none', 'organization_admin', 'nothing', undefined],
      ['open', 'anyone', 'one', Empty],
      ['inner', { services: ['gateway', 'feedback'] }, 'one', Empty],
    ]);
    expect(calls.open).toMatchObject({ subject: 'a.b.open', request: Paged });
  });
});

describe('a call', () => {
  const read = rpc(InProject).by('view').returns(objects());
  const { calls } = contract('a.c', {
    read,
    ask: through(lasting(read, { ms: 30_000 }), 'agents', 'interviews'),
  });

  it('may last longer than others, and be made by services for users', () => {
    expect(calls.ask).toMatchObject({ lastsMs: 30_000, through: ['agents', 'interviews'], access: 'view' });
    expect(calls.ask.subject).toBe('a.c.ask');
    expect([calls.read.lastsMs, calls.read.through]).toEqual([undefined, undefined]);
  });

  it('may return objects whose fields no contract declares', () => {
    expect(calls.read.result).toEqual({ kind: 'list', message: undefined });
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
