import { beforeEach, describe, expect, it } from '@jest/globals';
import { Fault } from '@pks/platform/process';
import { DownloadPlaces, UploadPlaces } from './transfer-places.ts';

let places: UploadPlaces;
beforeEach(() => {
  places = new UploadPlaces();
});

const upTo = (count: number): number[] => Array.from({ length: count }, (_none, n) => n);

/** Takes places for so many users of a project, six for each; returns how many were free. */
function filledBy(users: number, projectId: string): number {
  return upTo(users * 6).filter((n) => isFree(`${projectId} ${n % users}`, projectId)).length;
}

function isFree(userId: string, projectId: string): boolean {
  try {
    places.take({ userId, projectId });
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(Fault);
    expect(error).toMatchObject({ data: { kind: 'throttled', retryAfter: 5 } });
    return false;
  }
}

describe('the places of uploads', () => {
  it('are six for a user, in all projects together', () => {
    expect(upTo(8).filter((n) => isFree('ana', `p${n % 2}`))).toEqual([0, 1, 2, 3, 4, 5]);
    expect(isFree('ben', 'p0')).toBe(true);
  });

  it('are sixteen for a project, however many users it has', () => {
    expect(filledBy(10, 'p')).toBe(16);
    expect(isFree('ana', 'p')).toBe(false);
    expect(isFree('ana', 'q')).toBe(true);
  });

  it('are left for another project when some have taken all', () => {
    expect([filledBy(4, 'a'), filledBy(4, 'b')]).toEqual([16, 16]);
    expect(filledBy(10, 'c')).toBe(4);
  });

  it('are bounded in all', () => {
    expect(upTo(20).reduce((sum, n) => sum + filledBy(1, `p${n}`), 0)).toBe(64);
  });

  it('can be taken again once they were given back', () => {
    const leave = upTo(6).map((n) => places.take({ userId: 'ana', projectId: `p${n}` }));
    expect(isFree('ana', 'p')).toBe(false);
    leave[0]?.();
    expect([isFree('ana', 'p'), isFree('ana', 'p')]).toEqual([true, false]);
  });
});

it('the places of downloads are others: twenty for a user', () => {
  const downloads = new DownloadPlaces();
  const download = (): unknown => downloads.take({ userId: 'ana', projectId: 'p' });
  upTo(6).forEach(() => places.take({ userId: 'ana', projectId: 'p' }));
  upTo(20).forEach(download);
  expect(download).toThrow('No more than 20 downloads of one user may be under way at a time.');
});
