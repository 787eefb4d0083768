import { type JSX, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { api, queryClient } from '../../api/client.ts';
import { useKeptKeys } from '../../api/kept-keys.ts';
import { texts } from '../../texts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { emailsIn, withEmail } from '../../ui/emails.ts';
import { Text } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { useWhileOpen } from '../../ui/lead.ts';
import { showToast } from '../../ui/toasts.tsx';
import { SomeRefused, inviteEach } from './inviting.ts';
import { type Permission, type Profile, Rights, assertSome } from './rights.tsx';

interface Props {
  readonly projectId: string;
  readonly onClose: () => void;
}

/** Invites one or more people with the same rights. Refused addresses stay in the field. */
export function InviteMember({ projectId, onClose }: Props): JSX.Element {
  const [emails, setEmails] = useState('');
  const [permissions, setPermissions] = useState<readonly Permission[]>(['CAN_VIEW_DATA']);
  const [profile, setProfile] = useState<Profile>('user');
  const keys = useKeptKeys();
  const invite = useMutation({
    mutationFn: async () => {
      const addresses = emailsIn(emails);
      if (addresses.length === 0) throw new SomeRefused([texts.members.needsEmail]);
      assertSome(permissions, texts.members.needsSomeInvited);
      const invited: string[] = [];
      const added: string[] = [];
      try {
        await inviteEach(
          addresses,
          (email) => {
            const [path, body] = [
              { project_id: projectId },
              { email, permissions: [...permissions], profile },
            ];
            return keys.under(body, (idempotencyKey) =>
              api.post('/projects/{project_id}/invites/invite/', { path, body, idempotencyKey }),
            );
          },
          (email, { type }) => {
            (type === 'existing_user' ? added : invited).push(email);
            setEmails((left) => withEmail(left, email, false));
          },
        );
      } finally {
        if (invited.length > 0) showToast(texts.members.invited(invited));
        if (added.length > 0) showToast(texts.members.added(added));
      }
    },
    onSuccess: useWhileOpen(onClose),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['members', projectId] }),
  });
  return (
    <Dialog title={texts.members.add} onClose={onClose}>
      <Form
        onSubmit={() => invite.mutate()}
        submit={texts.members.add}
        isPending={invite.isPending}
        error={invite.error}
        onCancel={onClose}
      >
        <Text
          label={texts.members.emails}
          hint={texts.members.emailsHint}
          name="email"
          rows={2}
          required
          autoFocus
          value={emails}
          onChange={setEmails}
          error={invite.error}
        />
        <Rights
          permissions={permissions}
          onPermissions={setPermissions}
          profile={profile}
          onProfile={setProfile}
        />
      </Form>
    </Dialog>
  );
}
