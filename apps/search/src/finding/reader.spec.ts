import { describe, expect, it } from '@jest/globals';
import type { Permission } from '@pks/contracts';
import { aCaller } from '@pks/testing';
import { readerOf } from './reader.ts';

const callerWith = (...permissions: Permission[]) =>
  aCaller({ project: { id: 'p', permissions, artifact_publish_mode: 'manual_publish' } });

describe('the reader of a search', () => {
  it('finds all interviews as an admin', () => {
    const admin = callerWith('CAN_PERFORM_ADMIN_ACTIONS');
    expect(readerOf(admin)).toEqual({ findsAllInterviews: true, userId: admin.user_id });
  });

  it.each([['CAN_VIEW_DATA'], ['CAN_IMPERSONATE_OTHER_USERS']] as const)(
    'finds their own with %s',
    (permission) => {
      const member = callerWith(permission);
      expect(readerOf(member)).toEqual({ findsAllInterviews: false, userId: member.user_id });
    },
  );

  it('finds none as a service', () => {
    expect(readerOf(null)).toEqual({ findsAllInterviews: false, userId: null });
  });
});
