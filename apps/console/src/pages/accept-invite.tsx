import { type JSX, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { api, fieldError } from '../api/client.ts';
import { Gate } from '../shell/gate.tsx';
import { SignedInAs } from '../shell/signed-in-as.tsx';
import { beginSignedIn } from '../shell/signing-in.ts';
import { texts } from '../texts.ts';
import { Text } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';

export function AcceptInvitePage(): JSX.Element {
  const { token } = useSearch({ from: '/accept-invite' });
  const [password, setPassword] = useState('');
  const navigate = useNavigate();
  const accept = useMutation({
    mutationFn: () => api.post('/invites/accept/', { body: { token, ...(password !== '' && { password }) } }),
    onSuccess: async ({ project_id: projectId }) => {
      await beginSignedIn();
      if (projectId === null) await navigate({ to: '/projects', replace: true });
      else await navigate({ to: '/projects/$projectId', params: { projectId }, replace: true });
    },
  });
  const isVoid = fieldError(accept.error, 'token') !== undefined;
  return (
    <Gate title={texts.invite.title}>
      {token === '' || isVoid ? (
        <p className="notice bad" role="alert">
          {isVoid ? texts.invite.void : texts.invite.missing}
        </p>
      ) : (
        <SignedInAs>
          <Form
            onSubmit={() => accept.mutate()}
            submit={texts.invite.submit}
            isPending={accept.isPending}
            error={accept.error}
          >
            <p className="soft">{texts.invite.body}</p>
            <Text
              label={texts.invite.password}
              name="password"
              type="password"
              autoComplete="new-password"
              hint={texts.reset.rule}
              value={password}
              onChange={setPassword}
              error={accept.error}
            />
          </Form>
        </SignedInAs>
      )}
      <Link to="/sign-in">{texts.reset.back}</Link>
    </Gate>
  );
}
