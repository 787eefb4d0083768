import { describe, expect, it } from '@jest/globals';
import { NotFound } from '@pks/platform';
import { aCaller } from '@pks/testing';
import { aSignal } from './signal.builder.ts';

const ANA = aCaller();
const AGENT = aCaller({ kind: 'service_account' });
const NOON = new Date('2026-11-21T12:00:00.000Z');
const LATER = new Date('2026-11-21T13:00:00.000Z');

describe('a signal', () => {
  it('starts as to be reviewed, and is neutral without a sentiment', () => {
    expect(aSignal()).toMatchObject({ status: 'to_review', sentiment: 'neutral', reviewedAt: null });
  });

  it('records who closed it and when, and clears both once reopened', () => {
    const signal = aSignal();
    expect(signal.change({ status: 'reviewed' }, ANA, NOON)).toBe(true);
    expect(signal).toMatchObject({ status: 'reviewed', reviewedAt: NOON, reviewedById: ANA.user_id });
    signal.change({ status: 'to_review' }, ANA, LATER);
    expect(signal).toMatchObject({ status: 'to_review', reviewedAt: null, reviewedById: null });
  });

  it('renews both when it goes from reviewed to dismissed, and names no unattended agent', () => {
    const signal = aSignal();
    signal.change({ status: 'reviewed' }, ANA, NOON);
    signal.change({ status: 'dismissed' }, AGENT, LATER);
    expect(signal).toMatchObject({ status: 'dismissed', reviewedAt: LATER, reviewedById: null });
  });

  it('is unchanged when no field differs', () => {
    const signal = aSignal({ isPositive: false });
    const before = { ...signal };
    expect(
      signal.change({ status: 'to_review', feedback: 'Out of date.', is_positive: false }, ANA, NOON),
    ).toBe(false);
    expect({ ...signal }).toEqual(before);
  });

  it('always gets a later time of change, whatever the clock says', () => {
    const signal = aSignal({ now: LATER });
    signal.change({ feedback: 'Still.' }, ANA, NOON);
    expect(signal.updatedAt).toEqual(new Date(LATER.getTime() + 1));
  });

  it('recomputes its size after its text has changed', () => {
    const signal = aSignal({ feedback: 'ab', context: { a: 'ü' } });
    expect(signal.size).toBe(2 + '{"a":"ü"}'.length + 1);
    signal.change({ feedback: 'üü' }, ANA, NOON);
    expect(signal.size).toBe(4 + '{"a":"ü"}'.length + 1);
  });

  it('may lose its text only while it has a sentiment', () => {
    expect(() => aSignal({ feedback: ' ' })).toThrow('This field may not be blank.');
    const praise = aSignal({ feedback: '', isPositive: true });
    expect(() => praise.change({ is_positive: null }, ANA, NOON)).toThrow('This field may not be blank.');
  });

  it('is not found by users who neither gave it nor administer the project', () => {
    const viewer = aCaller({
      project: { id: '1', permissions: ['CAN_VIEW_DATA'], artifact_publish_mode: 'manual_publish' },
    });
    expect(() => aSignal().assertVisibleTo(viewer)).toThrow(NotFound);
    expect(() => aSignal({ givenById: viewer.user_id }).assertVisibleTo(viewer)).not.toThrow();
    expect(() => aSignal().assertVisibleTo(ANA)).not.toThrow();
  });
});
