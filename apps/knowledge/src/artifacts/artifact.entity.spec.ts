import { describe, expect, it } from '@jest/globals';
import { Conflict, Forbidden, Invalid, NotFound, NotPossible } from '@pks/platform';
import { anArtifact } from './artifact.builder.ts';
import { Artifact } from './artifact.entity.ts';

const TEN = new Date('2026-11-21T10:00:00.000Z');
const NOON = new Date('2026-11-21T12:00:00.000Z');

describe('a new artifact', () => {
  it('is in scope, in no group and without versions by default', () => {
    expect(anArtifact()).toMatchObject({
      inScope: true,
      group: '',
      headVersionNumber: 0,
      headUpdatedAt: null,
      versionCount: 0,
      publishedVersionNumber: null,
    });
  });
});

describe('a predefined artifact', () => {
  const brief = (): Artifact => anArtifact({ semanticType: 'brief', title: 'Brief' });

  it('cannot be deleted', () => {
    expect(() => brief().assertDeletable()).toThrow(new Forbidden('Predefined artifacts cannot be deleted.'));
    expect(() => anArtifact().assertDeletable()).not.toThrow();
  });

  it('accepts only in_scope and display_order', () => {
    const artifact = brief();
    expect(artifact.change({ in_scope: false, display_order: 9 })).toEqual(['in_scope', 'display_order']);
    expect(artifact).toMatchObject({ inScope: false, displayOrder: 9 });
  });

  it('refuses every other field by its name, even with its current value', () => {
    const artifact = brief();
    const change = (): unknown => artifact.change({ title: 'Brief', group: 'A', in_scope: false });
    expect(change).toThrow(Invalid);
    expect(change).toThrow(
      expect.objectContaining({
        data: expect.objectContaining({
          fields: { title: [expect.any(String)], group: [expect.any(String)] },
        }),
      }),
    );
    expect(artifact.inScope).toBe(true);
  });
});

describe('a change', () => {
  it('names the fields that differ now, and no others', () => {
    const artifact = anArtifact({ title: 'Churn', group: 'Sales' });
    expect(artifact.change({ title: 'Churn', group: '', definition_short: 'Why' })).toEqual([
      'group',
      'definition_short',
    ]);
  });

  it('accepts each field of the request', () => {
    const artifact = anArtifact();
    const changes = {
      title: 'T',
      definition_short: 's',
      definition_long: 'l',
      format_description: 'f',
      capture_discipline: 'c',
      group: 'g',
      in_scope: false,
      display_order: 0,
    };
    expect(artifact.change(changes).sort()).toEqual(Object.keys(changes).sort());
  });

  it('of nothing changes nothing', () => {
    expect(anArtifact().change({})).toEqual([]);
  });

  it('keeps the slug', () => {
    const artifact = anArtifact({ slug: 'churn' });
    artifact.change({ title: 'Retention' });
    expect(artifact.slug).toBe('churn');
  });
});

describe('a time of change', () => {
  it('is that of the clock', () => {
    const artifact = anArtifact({ updatedAt: TEN });
    artifact.beginWrite(NOON);
    expect(artifact.updatedAt).toEqual(NOON);
  });

  it.each([
    ['stands still', NOON],
    ['goes back', TEN],
  ])('is later than the one before also when the clock %s', (_, now) => {
    const artifact = anArtifact({ updatedAt: NOON });
    artifact.beginWrite(now);
    expect(artifact.updatedAt).toEqual(new Date('2026-11-21T12:00:00.001Z'));
  });
});

describe('a version', () => {
  it('gets the number after the head and becomes the head', () => {
    const artifact = anArtifact({ headVersionNumber: 2, versionCount: 2, updatedAt: NOON });
    expect(artifact.takeNextVersion()).toBe(3);
    expect(artifact).toMatchObject({ headVersionNumber: 3, versionCount: 3, headUpdatedAt: NOON });
  });

  it.each([1, 3])('%d of three exists', (number) => {
    expect(() => anArtifact({ headVersionNumber: 3 }).assertHasVersion(number)).not.toThrow();
  });

  it.each([0, 4])('%d of three does not exist', (number) => {
    expect(() => anArtifact({ headVersionNumber: 3 }).assertHasVersion(number)).toThrow(NotFound);
  });

  it('made from another head than the current one is a conflict that names the head', () => {
    const artifact = anArtifact({ headVersionNumber: 3 });
    expect(() => artifact.assertHeadIs(2)).toThrow(Conflict);
    expect(() => artifact.assertHeadIs(2)).toThrow(
      expect.objectContaining({ data: expect.objectContaining({ details: { head_version_number: 3 } }) }),
    );
  });

  it.each([3, null, undefined])('made from %p matches the head 3', (base) => {
    expect(() => anArtifact({ headVersionNumber: 3 }).assertHeadIs(base)).not.toThrow();
  });
});

describe('publishing', () => {
  it('moves the pointer, and returns the previously published version', () => {
    const artifact = anArtifact({ headVersionNumber: 3 });
    expect(artifact.publish(3)).toEqual({ from: null, to: 3 });
    expect(artifact.publish(1)).toEqual({ from: 3, to: 1 });
    expect(artifact.publishedVersionNumber).toBe(1);
  });

  it('manually is only for projects that do not publish automatically', () => {
    expect(() => Artifact.assertPublishedByHand('manual_publish')).not.toThrow();
    expect(() => Artifact.assertPublishedByHand('auto_publish')).toThrow(NotPossible);
  });
});
