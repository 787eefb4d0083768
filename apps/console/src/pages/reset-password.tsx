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

/** Requests the e-mail; with the token from it, asks for the new password. */
export function ResetPasswordPage(): JSX.Element {
  const { token } = useSearch({ from: '/reset-password' });
  return (
    <Gate title={texts.reset.title}>
      {token === '' ? <AskForMail /> : <ChoosePassword token={token} />}
      <Link to="/sign-in">{texts.reset.back}</Link>
    </Gate>
  );
}

function AskForMail(): JSX.Element {
  const [email, setEmail] = useState('');
  const ask = useMutation({ mutationFn: () => api.post('/auth/password-reset/', { body: { email } }) });
  if (ask.isSuccess)
    return (
      <p className="notice" role="status">
        {texts.reset.sent}
      </p>
    );
  return (
    <Form onSubmit={() => ask.mutate()} submit={texts.reset.send} isPending={ask.isPending} error={ask.error}>
      <p className="soft">{texts.reset.ask}</p>
      <Text
        label={texts.signIn.email}
        name="email"
        type="email"
        autoComplete="username"
        autoFocus
        required
        value={email}
        onChange={setEmail}
        error={ask.error}
      />
    </Form>
  );
}

function ChoosePassword({ token }: { readonly token: string }): JSX.Element {
  const [password, setPassword] = useState('');
  const navigate = useNavigate();
  const confirm = useMutation({
    mutationFn: () => api.post('/auth/password-reset/confirm/', { body: { token, password } }),
    onSuccess: async () => {
      await beginSignedIn();
      await navigate({ to: '/projects', replace: true });
    },
  });
  if (fieldError(confirm.error, 'token') !== undefined)
    return (
      <>
        <p className="notice bad" role="alert">
          {texts.reset.void}
        </p>
        <Link to="/reset-password" search={{ token: '' }}>
          {texts.reset.askAgain}
        </Link>
      </>
    );
  return (
    <SignedInAs>
      <Form
        onSubmit={() => confirm.mutate()}
        submit={texts.reset.submit}
        isPending={confirm.isPending}
        error={confirm.error}
      >
        <Text
          label={texts.reset.newPassword}
          name="password"
          type="password"
          autoComplete="new-password"
          hint={texts.reset.rule}
          autoFocus
          required
          value={password}
          onChange={setPassword}
          error={confirm.error}
        />
      </Form>
    </SignedInAs>
  );
}
