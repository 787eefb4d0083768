import { describe, expect, it } from '@jest/globals';
import { assertGroupIsFree } from './artifact.entity.ts';

describe('a group', () => {
  it.each(['Foundation', 'Other', 'foundation', 'OTHER', '  Other ', '\tfOuNdAtIoN\n'])(
    'is refused when it reads %j, a section of the catalog itself',
    (group) => {
      expect(() => assertGroupIsFree(group)).toThrow(
        expect.objectContaining({
          data: expect.objectContaining({
            kind: 'invalid',
            fields: { group: [`"${group.trim()}" is a reserved group.`] },
          }),
        }),
      );
    },
  );

  it.each(['', 'Project Management', 'Others', 'The Foundation'])('can be %j', (group) => {
    expect(() => assertGroupIsFree(group)).not.toThrow();
  });
});
