import type { Rpc, ServiceName } from '@pks/contracts';
import { CALLS, ownerOf } from '@pks/platform/bus-users';

/**
 * The subjects of a service's calls about a project, or for services only, that were never made. Leaves out exceptions, which
 * have reasons, and adds those that are not needed.
 */
export function neverCalled(
  service: ServiceName,
  called: ReadonlySet<string>,
  exceptions: Readonly<Record<string, string>> = {},
): string[] {
  const missing = CALLS.filter((call) => ownerOf(call.subject) === service && isOfProject(call))
    .map(({ subject }) => subject)
    .filter((subject) => !called.has(subject));
  return [
    ...missing.filter((subject) => !(subject in exceptions)),
    ...Object.keys(exceptions).filter((subject) => !missing.includes(subject)),
  ];
}

function isOfProject({ access }: Rpc): boolean {
  return typeof access === 'object' || access === 'view' || access === 'admin';
}
