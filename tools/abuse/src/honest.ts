import { HonestUser, type Experience } from './honest-user.ts';
import { serve } from './side.ts';
import { type Founded, Tenant } from './tenant.ts';

let user: HonestUser | undefined;

/** Creates the honest user's project. */
async function prepare(founded: Founded): Promise<void> {
  user = await HonestUser.in(await Tenant.withProject(founded, 'Honest work'));
}

/** Begins to work, with a request every so many milliseconds. */
function begin(intervalMs: number): void {
  user?.begin(intervalMs);
}

/** Stops, and returns what was waited for. */
async function end(_: null): Promise<Experience> {
  if (!user) throw new Error('Nothing is prepared.');
  return user.end();
}

const SKILLS = { prepare, begin, end };
export type HonestSkills = typeof SKILLS;

serve(SKILLS);
