import { describe, expect, it } from '@jest/globals';
import { GetArtifact, ListArtifacts, ListProjectUsers, fieldsOf } from '@pks/contracts';
import { Invalid } from '@pks/platform/process';
import { QueryReader } from './query.ts';

const inQuery = (name: string): boolean => !['project_id', 'slug'].includes(name);
const list = new QueryReader(
  ListArtifacts,
  fieldsOf(ListArtifacts).filter((field) => inQuery(field.name)),
);
const users = new QueryReader(
  ListProjectUsers,
  fieldsOf(ListProjectUsers).filter((field) => inQuery(field.name)),
);
const detail = new QueryReader(
  GetArtifact,
  fieldsOf(GetArtifact).filter((field) => inQuery(field.name)),
);

function refusal(reader: QueryReader, text: string): unknown {
  try {
    reader.read(text);
  } catch (error) {
    if (error instanceof Invalid) return error.data.fields;
    throw error;
  }
  return 'taken';
}

describe('a query', () => {
  it('has the defaults of parameters that are absent', () => {
    expect(list.read('')).toEqual({
      fields: { limit: 100, offset: 0, scope: 'all' },
      limit: 100,
      offset: 0,
      others: '',
    });
  });

  it('reads each parameter by its declared type', () => {
    expect(list.read('limit=5&offset=10&scope=in_scope')).toMatchObject({ limit: 5, offset: 10 });
    expect(detail.read('version=12').fields).toEqual({ version: '12' });
  });

  it('keeps the other parameters for links, encoded', () => {
    expect(users.read('search=a%26b+c&limit=5').others).toBe('search=a%26b+c&');
    expect(list.read('scope=all&offset=3').others).toBe('scope=all&');
  });

  it.each(['0', '1001', '-1', 'x', '1.5', '', ' ', '1e2', '0x10', '١', '99999999999999999999', 'null'])(
    'refuses the limit %j by its name',
    (value) => {
      expect(refusal(list, `limit=${encodeURIComponent(value)}`)).toEqual({
        limit: [expect.stringMatching(/\.$/)],
      });
    },
  );

  it.each(['-1', 'x', '1.5', '', '9007199254740992'])('refuses the offset %j by its name', (value) => {
    expect(refusal(list, `offset=${value}`)).toEqual({ offset: [expect.stringMatching(/\.$/)] });
  });

  it.each(['limit=1', 'limit=1000', 'offset=0', 'offset=9007199254740991'])(
    'accepts the bound %s',
    (text) => {
      expect(refusal(list, text)).toBe('taken');
    },
  );

  it('refuses an unknown parameter by its name', () => {
    expect(refusal(list, 'page=2')).toEqual({ page: ['Unknown field.'] });
    expect(refusal(list, '__proto__=2')).toEqual({ ['__proto__']: ['Unknown field.'] });
    expect(refusal(list, 'constructor=2')).toEqual({ constructor: ['Unknown field.'] });
  });

  it('refuses a repeated parameter', () => {
    expect(refusal(list, 'limit=1&limit=1')).toEqual({ limit: ['This parameter may be given once only.'] });
  });

  it.each(['search=%00', 'search=%ff', 'search=%ED%A0%80', 'search=%EF%BF%BD'])(
    'refuses text that cannot be kept: %s',
    (text) => {
      expect(refusal(users, text)).toEqual({ search: ['Must be a valid string.'] });
    },
  );

  it('reports every invalid parameter', () => {
    expect(refusal(list, 'limit=0&scope=x')).toEqual({
      limit: ['Ensure this value is greater than or equal to 1.'],
      scope: ['"x" is not a valid choice.'],
    });
  });

  it('has the same meaning when it is parsed again', () => {
    expect(list.read('limit=7')).toEqual(list.read('limit=7'));
  });
});
