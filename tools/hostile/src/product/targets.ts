import type { Operation } from '../document/open-api.ts';
import type { Named, World } from './world.ts';

/** Operations other than DELETE that use up the object that they name: each case gets an object of its own. */
const SPENT_BY: readonly string[] = [
  'api_keys_revoke',
  'messages_send',
  'messages_complete',
  'interview_writing_write',
  'drafts_update',
  'test_runs_send',
  'test_runs_jump',
  'test_runs_complete',
  'test_runs_abandon',
  'conversations_unarchive',
  'conversations_remove_permanently',
  'conversations_begin',
  'conversations_ask',
  'notifications_get',
  'notifications_mark_as_read',
  'notifications_mark_as_unread',
];

/** Preparations that an operation needs of the object that it names. */
const PREPARED: Readonly<Record<string, (world: World, named: Named) => Promise<unknown>>> = {
  conversations_unarchive: archived,
  conversations_remove_permanently: archived,
  interview_writing_write: (world, { interview_id: id = '' }) =>
    world.admin.post(world.in(`/interviews/${id}/complete/`)),
};

/** For a parameter whose object is used up, the parameter that must be new, too: another run of a draft ends the run before. */
const OWN: Readonly<Record<string, string>> = { test_run_id: 'draft_id' };

/** Operations that delete the place that they name: each case gets a place of its own. */
const ENDED: Readonly<Record<string, (world: World) => Promise<Named>>> = {
  projects_remove: async (world) => ({ project_id: await world.project() }),
};

/** Parameters whose values are never new, except for the operations in `ENDED`. */
const PLACES: readonly string[] = ['project_id', 'organization_id'];
/** After so many cases, another object is shared, so that no case gets an object that has grown or become odd for ever. */
const SHARED_BY = 200;

/** Parameters of which several are shared in turn, because they differ. */
const SEVERAL: Readonly<Record<string, number>> = { tool_id: 3 };

/** The objects that the parameters of paths name. */
export class Targets {
  private readonly world: World;
  private turns = 0;
  private readonly shared = new Map<string, { readonly value: Promise<string>; uses: number }>();

  constructor(world: World) {
    this.world = world;
  }

  /** Values of the parameters of an operation's path: objects that exist, and that the case may change or end. */
  async of(operation: Operation): Promise<Named> {
    const { method, operationId, path } = operation;
    const isSpent = method === 'DELETE' || SPENT_BY.includes(operationId);
    const ended = await ENDED[operationId]?.(this.world);
    if (ended) return ended;
    const named = await this.named(operation, isSpent ? parametersOf(path).at(-1) : undefined);
    await PREPARED[operationId]?.(this.world, named);
    return named;
  }

  /** Like `of`, for a case that does not change the objects. */
  kept(operation: Operation): Promise<Named> {
    return this.named(operation, undefined);
  }

  private async named({ path }: Operation, spent: string | undefined): Promise<Named> {
    const named: Record<string, string> = {};
    for (const name of parametersOf(path)) {
      const isNew = (name === spent || name === OWN[spent ?? '']) && !PLACES.includes(name);
      named[name] = isNew ? await this.world.make(name, named) : await this.one(name, named);
    }
    return named;
  }

  private one(name: string, named: Named): Promise<string> {
    const turn = this.turns++ % (SEVERAL[name] ?? 1);
    const key = [name, turn, ...Object.values(named)].join(' ');
    const known = this.shared.get(key);
    if (known && known.uses < SHARED_BY) {
      known.uses += 1;
      return known.value;
    }
    const value = this.world.make(name, { ...named });
    this.shared.set(key, { value, uses: 1 });
    return value;
  }
}

function archived(world: World, { conversation_id: id = '' }: Named): Promise<unknown> {
  return world.admin.delete(world.in(`/playground-conversations/${id}/`));
}

/** The names of a path's parameters, in their order. */
export function parametersOf(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}
