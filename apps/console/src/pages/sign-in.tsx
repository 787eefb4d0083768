import { type JSX, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { api } from '../api/client.ts';
import { Gate } from '../shell/gate.tsx';
import { beginSignedIn } from '../shell/signing-in.ts';
import { texts } from '../texts.ts';
import { Text } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';

export function SignInPage(): JSX.Element {
  const { to = '/projects' } = useSearch({ from: '/sign-in' });
  const navigate = useNavigate();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const signIn = useMutation({
    mutationFn: () => api.post('/auth/token/', { body: { email, password } }),
    onSuccess: async () => {
      await beginSignedIn();
      await navigate({ to, replace: true });
    },
  });
  const { error, isPending } = signIn;
  return (
    <Gate title={texts.signIn.title}>
      <Form onSubmit={() => signIn.mutate()} submit={texts.signIn.submit} isPending={isPending} error={error}>
        <Text
          label={texts.signIn.email}
          name="email"
          type="email"
          autoComplete="username"
          autoFocus
          required
          value={email}
          onChange={setEmail}
          error={error}
        />
        <Text
          label={texts.signIn.password}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={setPassword}
          error={error}
        />
      </Form>
      <Link to="/reset-password" search={{ token: '' }}>
        {texts.signIn.forgot}
      </Link>
    </Gate>
  );
}
