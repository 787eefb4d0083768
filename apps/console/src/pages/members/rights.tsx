import { type JSX, useState } from 'react';
import type { Schemas } from '@pks/client';
import { useMutation } from '@tanstack/react-query';
import { api, queryClient } from '../../api/client.ts';
import { texts } from '../../texts.ts';
import { changedIn } from '../../ui/changed.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Check, Choice } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { useWhileOpen } from '../../ui/lead.ts';
import { useLabel } from '../../ui/refused.ts';
import { showToast } from '../../ui/toasts.tsx';

type Member = Schemas['ProjectUser'];
export type Permission = Member['permissions'][number];
export type Profile = Member['profile'];

const PERMISSIONS: readonly Permission[] = [
  'CAN_VIEW_DATA',
  'CAN_PERFORM_ADMIN_ACTIONS',
  'CAN_IMPERSONATE_OTHER_USERS',
];

interface RightsProps {
  readonly permissions: readonly Permission[];
  readonly onPermissions: (permissions: readonly Permission[]) => void;
  readonly profile: Profile;
  readonly onProfile: (profile: Profile) => void;
}

/** The permissions and the profile of a member. */
export function Rights({ permissions, onPermissions, profile, onProfile }: RightsProps): JSX.Element {
  useLabel('permissions', texts.members.permissions);
  return (
    <>
      <fieldset className="row plain-fieldset">
        <legend className="label">{texts.members.permissions}</legend>
        {PERMISSIONS.map((one) => (
          <Check
            key={one}
            isSelected={permissions.includes(one)}
            onChange={(isIn) =>
              onPermissions(
                PERMISSIONS.filter((other) => (other === one ? isIn : permissions.includes(other))),
              )
            }
          >
            {texts.members.permission[one]}
          </Check>
        ))}
      </fieldset>
      <Choice
        label={texts.members.profile}
        name="profile"
        value={profile}
        options={texts.members.profiles}
        onChange={onProfile}
      />
    </>
  );
}

/** @throws Error if no permission is chosen */
export function assertSome(permissions: readonly Permission[], sentence: string): void {
  if (permissions.length === 0) throw new Error(sentence);
}

interface EditProps {
  readonly projectId: string;
  readonly onClose: () => void;
  readonly member: Member;
}

export function EditMember({ projectId, member, onClose }: EditProps): JSX.Element {
  const close = useWhileOpen(onClose);
  const [permissions, setPermissions] = useState<readonly Permission[]>(member.permissions);
  const [profile, setProfile] = useState<Profile>(member.profile);
  const now = { permissions: [...permissions], profile };
  const [begun] = useState(now);
  const save = useMutation({
    mutationFn: async () => {
      assertSome(permissions, texts.members.needsSome);
      return api.patch('/projects/{project_id}/users/{project_user_id}/', {
        path: { project_id: projectId, project_user_id: member.id },
        body: changedIn(begun, now),
      });
    },
    onSuccess: async () => {
      close();
      showToast(texts.members.saved);
      await queryClient.invalidateQueries({ queryKey: ['members', projectId] });
      await queryClient.invalidateQueries({ queryKey: ['me'] });
    },
  });
  return (
    <Dialog title={member.user.email} onClose={onClose}>
      <Form
        onSubmit={() => save.mutate()}
        submit={texts.save}
        isPending={save.isPending}
        error={save.error}
        onCancel={onClose}
      >
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
