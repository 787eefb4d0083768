import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { KEPT_MS, KeptReplies } from './kept-replies.ts';

const ROOM = 1_000;
const PROJECTS = ['p', 'q'] as const;
const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const;
const KEYS = PROJECTS.flatMap((project) => NAMES.map((name) => [project, name] as const));

/** A named reply of some size. */
interface Named {
  readonly name: string;
  readonly size: number;
}

function replies(): { kept: KeptReplies<Named>; pass: (ms: number) => void; now: () => number } {
  let time = 0;
  const now = (): number => time;
  return { kept: new KeptReplies<Named>(ROOM, now), now, pass: (ms) => (time += ms) };
}

describe('a reply', () => {
  it('is given again for 100 ms after its service was asked, not after it was received', () => {
    const { kept, pass, now } = replies();
    const asked = now();
    pass(60);
    kept.keep('list', 'p', asked, { name: 'first', size: 10 });
    expect(kept.get('list')?.name).toBe('first');
    pass(KEPT_MS - 60);
    expect(kept.get('list')).toBeUndefined();
  });

  it('is not kept when its service was asked before a write, or before everything was dropped', () => {
    const { kept, pass, now } = replies();
    const asked = now();
    pass(10);
    kept.drop('p');
    kept.keep('list', 'p', asked, { name: 'old', size: 10 });
    expect(kept.get('list')).toBeUndefined();
    kept.keep('list', 'q', asked, { name: 'of another project', size: 10 });
    expect(kept.get('list')?.name).toBe('of another project');
    kept.clear();
    kept.keep('list', 'q', asked, { name: 'old', size: 10 });
    expect(kept.get('list')).toBeUndefined();
  });

  it('is not kept when it is a tenth of all the room', () => {
    const { kept, pass, now } = replies();
    pass(1);
    kept.keep('large', 'p', now(), { name: 'large', size: ROOM / 10 + 1 });
    expect(kept.kept).toMatchObject({ replies: 0, bytes: 0 });
  });
});

describe('what is kept', () => {
  it('is all but the first when they are too large together', () => {
    const { kept, pass, now } = replies();
    pass(1);
    const names = Array.from({ length: 11 }, (_one, index) => String(index));
    for (const name of names) kept.keep(name, 'p', now(), { name, size: ROOM / 10 });
    expect(names.filter((name) => kept.get(name) === undefined)).toEqual(['0']);
    expect(kept.kept).toMatchObject({ replies: 10, bytes: ROOM });
  });

  it('is never older than 100 ms or than a write, and never takes more than its room', () => {
    const key = fc.record({ name: fc.constantFrom(...NAMES), project: fc.constantFrom(...PROJECTS) });
    // Mostly questions, answered at once and with large replies: otherwise the first would expire before the
    // room is full.
    const takes = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(40));
    const size = fc.oneof(fc.constant(ROOM / 10), fc.nat(120));
    const step = fc.oneof(
      { weight: 12, arbitrary: fc.record({ do: fc.constant('ask' as const), key, takes, size }) },
      fc.record({ do: fc.constant('write' as const), project: fc.constantFrom(...PROJECTS) }),
      fc.record({ do: fc.constant('pass' as const), ms: fc.nat(60) }),
      fc.record({ do: fc.constant('clear' as const) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80, size: 'max' }), (steps) => {
        const { kept, pass, now } = replies();
        const writes = new Map<string, number>();
        const askedAt = new Map<string, number>();
        for (const [index, one] of steps.entries()) {
          pass(1);
          if (one.do === 'pass') pass(one.ms);
          if (one.do === 'clear') {
            kept.clear();
            for (const project of PROJECTS) writes.set(project, now());
          }
          if (one.do === 'write') {
            kept.drop(one.project);
            writes.set(one.project, now());
          }
          if (one.do === 'ask') {
            const [asked, name] = [now(), String(index)];
            pass(one.takes);
            askedAt.set(name, asked);
            kept.keep(`${one.key.project} ${one.key.name}`, one.key.project, asked, { name, size: one.size });
          }
          const outdated = KEYS.filter(([project, name]) => {
            const found = kept.get(`${project} ${name}`);
            const since = Math.max(now() - KEPT_MS, writes.get(project) ?? -Infinity);
            return found && (askedAt.get(found.name) ?? -Infinity) <= since;
          });
          expect(outdated).toEqual([]);
          expect(kept.kept.bytes).toBeLessThanOrEqual(ROOM);
        }
        pass(KEPT_MS);
        kept.drop('r');
        expect(kept.kept).toEqual({ replies: 0, bytes: 0, projects: 1 });
      }),
    );
  });
});
