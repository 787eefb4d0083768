import { type JSX, useId } from 'react';
import type { Schemas } from '@pks/client';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { texts } from '../../texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Check, Text } from '../../ui/fields.tsx';
import { useFieldError, useValueLabels } from '../../ui/refused.ts';
import { Shown } from '../../ui/states.tsx';
import type { PartProps } from './assign.tsx';
import { emailsIn, withEmail } from '../../ui/emails.ts';
import { keyIn } from '../../ui/field-key.ts';

type Assignable = Schemas['AssignableUser'];

/** The people to interview: members, and others by their e-mails. */
export function People({ projectId, ...part }: PartProps & { readonly projectId: string }): JSX.Element {
  const { given, set, error } = part;
  const words = texts.interviews;
  const id = useId();
  const wrong = useFieldError(error, keyIn(error, 'assignee_ids'), words.people);
  useValueLabels(texts.members.profiles);
  const emails = keyIn(error, 'invite_emails');
  const assignable = useQuery({
    queryKey: ['interviews', projectId, 'assignable'],
    queryFn: ({ signal }) =>
      api.get('/projects/{project_id}/interviews/assignable-users/', {
        path: { project_id: projectId },
        signal,
      }),
  });
  return (
    <>
      <fieldset className="plain-fieldset" aria-describedby={wrong === undefined ? undefined : id}>
        <legend className="label">{words.people}</legend>
        <Shown of={assignable}>{({ users }) => <Checks users={users} {...part} />}</Shown>
        {wrong !== undefined && (
          <p id={id} className="field-error" role="alert">
            {wrong}
          </p>
        )}
      </fieldset>
      <Text
        label={words.emails}
        name={emails}
        wrongPart={emailsIn(part.sent?.emails ?? '')[Number(emails.split('.')[1])]}
        value={given.emails}
        onChange={(text) => set({ emails: text })}
        error={error}
      />
    </>
  );
}

interface ChecksProps extends PartProps {
  readonly users: readonly Assignable[];
}

/**
 * People who have not joined yet are chosen by their e-mail. People in a draft who can no longer be interviewed can be
 * removed.
 */
function Checks({ users, given, set }: ChecksProps): JSX.Element {
  const { people, emails } = given;
  const addresses = new Set(emailsIn(emails).map((email) => email.toLowerCase()));
  const gone = people.filter((id) => !users.some((user) => user.id === id));
  const choose = (id: string, isIn: boolean): void =>
    set({ people: isIn ? [...people, id] : people.filter((one) => one !== id) });
  return (
    <ul className="people">
      {gone.map((id) => (
        <li key={id}>
          <Check isSelected onChange={(isIn) => choose(id, isIn)}>
            {texts.interviews.gone}
          </Check>
        </li>
      ))}
      {users.map(({ id, email, pending_invite: isInvited }) => (
        <li key={id}>
          <Check
            isSelected={isInvited ? addresses.has(email.toLowerCase()) : people.includes(id)}
            onChange={(isIn) =>
              isInvited ? set({ emails: withEmail(emails, email, isIn) }) : choose(id, isIn)
            }
          >
            <span className="person">{email}</span>
            {isInvited && <Badge>{texts.interviews.invited}</Badge>}
          </Check>
        </li>
      ))}
    </ul>
  );
}
