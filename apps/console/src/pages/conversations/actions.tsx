import { type JSX, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { api, sentenceOf } from '../../api/client.ts';
import { texts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { useWhileOpen } from '../../ui/lead.ts';
import { NameDialog } from '../../ui/name-dialog.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { type Conversation, type Of, pathOf, reload } from './answering.ts';
import { Tagging } from './tagging.tsx';

interface Props {
  readonly of: Of;
  readonly conversation: Conversation;
}

type Action = 'share' | 'unshare' | 'unarchive';

/** The offers to undo an archiving, by conversation: aborted once it is taken out of the archive. */
const offers = new Map<string, AbortController>();

/** The actions of a conversation's creator and of admins. */
export function Actions({ of, conversation }: Props): JSX.Element {
  const [open, setOpen] = useState<'name' | 'tags' | null>(null);
  const close = (): void => setOpen(null);
  const path = pathOf(of);
  const settled = {
    onError: (error: Error) => showToast(sentenceOf(error), { isBad: true }),
    onSettled: () => reload(of),
  };
  const act = useMutation<unknown, Error, Action>({
    mutationFn: (what) =>
      api.post(`/projects/{project_id}/playground-conversations/{conversation_id}/${what}/`, { path }),
    onSuccess: (_answer, what) => {
      if (what === 'unarchive') offers.get(of.conversationId)?.abort();
      showToast(texts.conversations.done[what]);
    },
    ...settled,
  });
  const archive = useMutation({
    mutationFn: () =>
      api.delete('/projects/{project_id}/playground-conversations/{conversation_id}/', { path }),
    onSuccess: () => {
      const offer = new AbortController();
      offers.set(of.conversationId, offer);
      showToast(texts.conversations.done.archive, {
        undo: () => act.mutate('unarchive'),
        signal: offer.signal,
      });
    },
    ...settled,
  });
  const isPending = act.isPending || archive.isPending;
  const { is_shared: isShared, is_archived: isArchived } = conversation;
  return (
    <>
      <Button size="small" onPress={() => setOpen('name')}>
        {texts.conversations.rename}
      </Button>
      <Button size="small" onPress={() => setOpen('tags')}>
        {texts.conversations.tags}
      </Button>
      <Button size="small" isPending={isPending} onPress={() => act.mutate(isShared ? 'unshare' : 'share')}>
        {isShared ? texts.conversations.unshare : texts.conversations.share}
      </Button>
      <Button
        size="small"
        look="quiet"
        isPending={isPending}
        onPress={() => (isArchived ? act.mutate('unarchive') : archive.mutate())}
      >
        {isArchived ? texts.conversations.unarchive : texts.conversations.archive}
      </Button>
      {open === 'name' && <Rename of={of} conversation={conversation} onClose={close} />}
      {open === 'tags' && <Tagging of={of} conversation={conversation} onClose={close} />}
    </>
  );
}

function Rename({ of, conversation, onClose }: Props & { readonly onClose: () => void }): JSX.Element {
  const close = useWhileOpen(onClose);
  const rename = useMutation({
    mutationFn: (name: string) =>
      api.patch('/projects/{project_id}/playground-conversations/{conversation_id}/', {
        path: pathOf(of),
        body: { name },
      }),
    onSuccess: async () => {
      close();
      showToast(texts.conversations.done.rename);
      await reload(of);
    },
  });
  return (
    <NameDialog
      title={texts.conversations.rename}
      label={texts.projects.name}
      name={conversation.name}
      submit={texts.save}
      onClose={onClose}
      mutation={rename}
    />
  );
}
