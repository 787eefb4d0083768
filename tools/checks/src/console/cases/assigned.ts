import { rows } from '../../smoke/client.ts';
import { ADMIN, CONTRIBUTOR, demo } from '../stage.ts';

/** Assigns an interview to the contributor. Returns its path. */
export async function assigned(name: string, rest: object = {}): Promise<string> {
  const users = rows(await demo.as(ADMIN)(`/users/?search=${CONTRIBUTOR}`));
  const assignee = (users[0]?.['user'] ?? {}) as Readonly<Record<string, unknown>>;
  const body = {
    name,
    topic: name,
    questions: ['What first?', 'And then?'],
    assignee_ids: [assignee['id']],
    ...rest,
  };
  await demo.as(ADMIN)('/interviews/assign/', body);
  return `/interviews/${await demo.firstOf(ADMIN, `/interviews/?text=${encodeURIComponent(name)}`)}`;
}
