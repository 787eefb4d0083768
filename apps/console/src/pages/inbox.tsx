import { type JSX, useState } from 'react';
import type { Schemas } from '@pks/client';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { api, queryClient, sentenceOf } from '../api/client.ts';
import { idOf, useEndless } from '../api/lists.ts';
import { useIsLive } from '../api/live.ts';
import { inboxIn } from './list-filters.ts';
import { texts } from '../texts.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Question } from '../ui/dialog.tsx';
import { EndlessList } from '../ui/endless-list.tsx';
import { Check } from '../ui/fields.tsx';
import { Moment } from '../ui/moment.tsx';
import { Page } from '../ui/page.tsx';
import { Sentence } from '../ui/sentence.tsx';
import { Empty } from '../ui/states.tsx';
import { showToast } from '../ui/toasts.tsx';

type Notification = Schemas['Notification'];

function tellFailure(error: Error): void {
  showToast(`${texts.failed} ${sentenceOf(error)}`, { isBad: true });
}

export function InboxPage(): JSX.Element {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId' });
  const { unread: isUnreadOnly = false } = useSearch({ from: '/signed-in/projects/$projectId/inbox' });
  const navigate = useNavigate();
  const isLive = useIsLive();
  const path = { project_id: projectId };
  const notifications = useEndless(['inbox', projectId, 'list'], '/projects/{project_id}/notifications/', {
    path,
    query: { limit: 50, ...(isUnreadOnly && { status: 'unread' as const }) },
  });
  const isEmpty = notifications.data?.pages[0]?.results.length === 0;
  const [isDeleting, setDeleting] = useState(false);
  const readAgain = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['inbox', projectId] });
  const mark = useMutation({
    mutationFn: () => api.post('/projects/{project_id}/notifications/mark-all-as-read/', { path }),
    onSuccess: ({ count }) => showToast(texts.inbox.marked(count)),
    onError: tellFailure,
    onSettled: readAgain,
  });
  const removeRead = async (): Promise<void> => {
    const { count } = await api.post('/projects/{project_id}/notifications/delete-read/', { path });
    showToast(texts.inbox.deleted(count));
    void readAgain();
  };
  return (
    <Page
      title={texts.inbox.title}
      actions={
        <>
          <Badge tone={isLive ? 'good' : 'warn'}>{isLive ? texts.inbox.live : texts.inbox.notLive}</Badge>
          {!isEmpty && (
            <Button size="small" isPending={mark.isPending} onPress={() => mark.mutate()}>
              {texts.inbox.markAll}
            </Button>
          )}
          {(!isEmpty || isUnreadOnly) && (
            <Button size="small" look="quiet" onPress={() => setDeleting(true)}>
              {texts.inbox.deleteRead}
            </Button>
          )}
        </>
      }
    >
      <Check
        isSelected={isUnreadOnly}
        onChange={(unread) =>
          void navigate({
            to: '/projects/$projectId/inbox',
            params: { projectId },
            search: inboxIn({ unread }),
            replace: true,
          })
        }
      >
        {texts.inbox.unread}
      </Check>
      <EndlessList
        list={notifications}
        filter={[isUnreadOnly ? 'unread' : '']}
        label={texts.inbox.title}
        keyOf={idOf}
        rowHeight={80}
        empty={<Empty>{texts.inbox.none}</Empty>}
        render={(notification) => <Message projectId={projectId} notification={notification} />}
      />
      {isDeleting && (
        <Question
          title={texts.inbox.deleteRead}
          body={texts.inbox.deleteQuestion}
          submit={texts.inbox.deleteRead}
          act={removeRead}
          onClose={() => setDeleting(false)}
        />
      )}
    </Page>
  );
}

/** The console's path for an address of the API, without the slash at its end. */
function placeOf(
  { source_object_type: type, source_object_id: id }: Notification,
  address: string,
): { readonly to: string; readonly search: Record<string, string> } {
  const { pathname, searchParams } = new URL(address, location.origin);
  // Another artifact may have the slug by now.
  const meant = type === 'artifact' ? { id } : {};
  return { to: pathname.replace(/\/$/, ''), search: { ...Object.fromEntries(searchParams), ...meant } };
}

interface MessageProps {
  readonly projectId: string;
  readonly notification: Notification;
}

function Message({ projectId, notification }: MessageProps): JSX.Element {
  const path = { project_id: projectId, notification_id: notification.id };
  const isUnread = notification.status === 'unread';
  const change = useMutation({
    mutationFn: (what: 'mark-as-read' | 'mark-as-unread') =>
      api.post(`/projects/{project_id}/notifications/{notification_id}/${what}/`, { path }),
    onError: tellFailure,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['inbox', projectId] }),
  });
  const primary = notification.actions?.primary;
  return (
    <div className="row member">
      <div className="grow">
        <p className="row">
          {isUnread ? <strong>{notification.title}</strong> : notification.title}
          {isUnread && <Badge tone="accent">{texts.inbox.unread}</Badge>}
        </p>
        <p className={isUnread ? '' : 'soft'}>
          <Sentence>{notification.message}</Sentence>
        </p>
        <p className="soft small row">
          <Moment at={notification.created_at} />
          {primary && <Link {...placeOf(notification, primary.url)}>{primary.label}</Link>}
        </p>
      </div>
      <Button
        size="small"
        look="quiet"
        onPress={() => !change.isPending && change.mutate(isUnread ? 'mark-as-read' : 'mark-as-unread')}
      >
        {isUnread ? texts.inbox.markRead : texts.inbox.markUnread}
      </Button>
    </div>
  );
}
