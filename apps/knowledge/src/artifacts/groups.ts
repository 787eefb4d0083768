import { Invalid } from '@pks/platform';

const RESERVED = ['foundation', 'other'];

/** `Foundation` and `Other` are sections of the catalog itself (api.md, Artifact). */
export function assertGroupIsFree(group: string): void {
  if (!RESERVED.includes(group.trim().toLowerCase())) return;
  throw Invalid.field('group', `"${group.trim()}" is a reserved group.`);
}
