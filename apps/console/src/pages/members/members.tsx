import { type JSX, useDeferredValue, useState } from 'react';
import type { Schemas } from '@pks/client';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { api, queryClient } from '../../api/client.ts';
import { idOf, useEndless } from '../../api/lists.ts';
import { useIsAdmin, useMe } from '../../api/session.ts';
import { searchIn } from '../list-filters.ts';
import { texts } from '../../texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Question } from '../../ui/dialog.tsx';
import { EndlessList } from '../../ui/endless-list.tsx';
import { Moment } from '../../ui/moment.tsx';
import { MoreList } from '../../ui/more-list.tsx';
import { Page } from '../../ui/page.tsx';
import { SearchField, useTyped } from '../../ui/search-field.tsx';
import { Empty } from '../../ui/states.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { InviteMember } from './invite.tsx';
import { Programs } from './programs.tsx';
import { EditMember } from './rights.tsx';

type Member = Schemas['ProjectUser'];

export function MembersPage(): JSX.Element {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId' });
  const { search: named = '' } = useSearch({ from: '/signed-in/projects/$projectId/members' });
  const [search, setSearch] = useTyped(named);
  const navigate = useNavigate();
  const show = (): void =>
    void navigate({
      to: '/projects/$projectId/members',
      params: { projectId },
      search: searchIn({ search }),
      replace: true,
      resetScroll: false,
    });
  const [isInviting, setInviting] = useState(false);
  const isAdmin = useIsAdmin(projectId);
  const text = useDeferredValue(search.trim());
  const members = useEndless(['members', projectId, 'list'], '/projects/{project_id}/users/', {
    path: { project_id: projectId },
    query: { limit: 50, ...(text !== '' && { search: text }) },
  });
  return (
    <Page
      title={texts.members.title}
      actions={
        isAdmin && (
          <Button look="primary" onPress={() => setInviting(true)}>
            {texts.members.add}
          </Button>
        )
      }
    >
      <SearchField
        label={texts.members.find}
        typed={search}
        onType={setSearch}
        onSettle={() => search !== named && show()}
      />
      <EndlessList
        list={members}
        filter={[text]}
        label={texts.members.title}
        keyOf={idOf}
        empty={<Empty>{texts.members.none}</Empty>}
        render={(member) => <MemberRow projectId={projectId} member={member} isAdmin={isAdmin} />}
      />
      {isAdmin && <Pending projectId={projectId} />}
      <Programs projectId={projectId} />
      {isInviting && <InviteMember projectId={projectId} onClose={() => setInviting(false)} />}
    </Page>
  );
}

interface RowProps {
  readonly projectId: string;
  readonly member: Member;
  readonly isAdmin: boolean;
}

function MemberRow({ projectId, member, isAdmin }: RowProps): JSX.Element {
  const [open, setOpen] = useState<'edit' | 'remove' | null>(null);
  const { data: me } = useMe();
  const { email } = member.user;
  const close = (): void => setOpen(null);
  const remove = async (): Promise<void> => {
    await api.delete('/projects/{project_id}/users/{project_user_id}/', {
      path: { project_id: projectId, project_user_id: member.id },
    });
    showToast(texts.members.removed(email));
    await queryClient.invalidateQueries({ queryKey: ['members', projectId] });
  };
  return (
    <div className="row member">
      <div className="grow">
        <p className="truncate" title={email}>
          {email}
        </p>
        <p className="row">
          {member.permissions.map((permission) => (
            <Badge key={permission} tone={permission === 'CAN_VIEW_DATA' ? 'plain' : 'accent'}>
              {texts.members.permission[permission]}
            </Badge>
          ))}
          <span className="soft small">{texts.members.profiles[member.profile]}</span>
        </p>
      </div>
      {isAdmin && (
        <Button size="small" onPress={() => setOpen('edit')}>
          {texts.members.edit}
        </Button>
      )}
      {isAdmin && me?.id !== member.user.id && (
        <Button size="small" look="quiet" onPress={() => setOpen('remove')}>
          {texts.members.removeMember}
        </Button>
      )}
      {open === 'edit' && <EditMember projectId={projectId} member={member} onClose={close} />}
      {open === 'remove' && (
        <Question
          title={texts.members.removeMember}
          body={texts.members.removeQuestion(email)}
          submit={texts.members.removeMember}
          act={remove}
          onClose={close}
        />
      )}
    </div>
  );
}

/** People who were invited and have not joined yet. */
function Pending({ projectId }: { readonly projectId: string }): JSX.Element | null {
  const invites = useEndless(['members', projectId, 'invites'], '/projects/{project_id}/invites/', {
    path: { project_id: projectId },
    query: { status: 'pending', limit: 50 },
  });
  if ((invites.data?.pages[0]?.count ?? 0) === 0) return null;
  return (
    <section className="stack">
      <h2>{texts.members.pending}</h2>
      <MoreList
        list={invites}
        label={texts.members.pending}
        keyOf={idOf}
        empty={null}
        render={(invite) => <PendingInvite projectId={projectId} invite={invite} />}
      />
    </section>
  );
}

interface PendingProps {
  readonly projectId: string;
  readonly invite: Schemas['Invite'];
}

function PendingInvite({ projectId, invite }: PendingProps): JSX.Element {
  const [isAsking, setAsking] = useState(false);
  const cancel = async (): Promise<void> => {
    await api.delete('/projects/{project_id}/invites/{invite_id}/', {
      path: { project_id: projectId, invite_id: invite.id },
    });
    showToast(texts.members.cancelled);
    await queryClient.invalidateQueries({ queryKey: ['members', projectId] });
  };
  return (
    <div className="row member">
      <span className="grow truncate" title={invite.email}>
        {invite.email}
      </span>
      <span className="soft small">
        {texts.members.invitedBy} {invite.invited_by.email} <Moment at={invite.updated_at} />
      </span>
      <Button size="small" look="quiet" onPress={() => setAsking(true)}>
        {texts.members.cancel}
      </Button>
      {isAsking && (
        <Question
          title={texts.members.cancel}
          body={invite.email}
          submit={texts.members.cancel}
          cancel={texts.members.keep}
          act={cancel}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
