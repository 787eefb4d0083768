import { HonestUser, type Experience } from './honest-user.ts';
import type { Kind } from './mix.ts';
import { serve } from './side.ts';
import { type Founded, Tenant } from './tenant.ts';

let user: HonestUser | undefined;

/** Creates the honest user's project. */
async function prepare(founded: Founded): Promise<void> {
  user = await HonestUser.in(await Tenant.withProject(founded, 'Honest work'));
}

/** Begins to work, with a request every `intervalMs`. */
function begin({ intervalMs, first }: { intervalMs: number; first: readonly Kind[] }): void {
  user?.begin(intervalMs, first);
}

/** Stops, and returns how long the user waited. */
async function end(_: null): Promise<Experience> {
  if (!user) throw new Error('Nothing is prepared.');
  return user.end();
}

const SKILLS = { prepare, begin, end };
export type HonestSkills = typeof SKILLS;

serve(SKILLS);
