import { type JSX, useState } from 'react';
import { type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { texts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { keyIn } from '../../ui/field-key.ts';
import { Text } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { useWhileOpen } from '../../ui/lead.ts';
import { showToast } from '../../ui/toasts.tsx';
import { type Conversation, type Of, pathOf, reload } from './answering.ts';
import { changedTags, hasTag, suggestedFor, tagsIn, withTag, withoutTag } from './tags.ts';

/** The tags of the conversations that the user can list. */
export function useTags(projectId: string): UseQueryResult<readonly string[]> {
  return useQuery({
    queryKey: ['conversations', projectId, 'tags'],
    queryFn: async ({ signal }): Promise<readonly string[]> => {
      const path = { project_id: projectId };
      const init = { path, signal };
      return (await api.get('/projects/{project_id}/playground-conversations/all-tags/', init)).tags;
    },
  });
}

interface Props {
  readonly of: Of;
  readonly conversation: Conversation;
  readonly onClose: () => void;
}

/** Edits the tags of a conversation: typed, or chosen from existing ones. */
export function Tagging({ of, conversation, onClose }: Props): JSX.Element {
  const close = useWhileOpen(onClose);
  const [text, setText] = useState(conversation.tags.join(', '));
  const [before] = useState(conversation.tags);
  const [sent, setSent] = useState<readonly string[]>([]);
  const save = useMutation({
    mutationFn: async (chosen: readonly string[]) => {
      const path = '/projects/{project_id}/playground-conversations/{conversation_id}/';
      const now = await api.get(path, { path: pathOf(of) });
      const tags = changedTags(now.tags, before, chosen);
      setSent(tags);
      await api.patch(path, { path: pathOf(of), body: { tags } });
    },
    onSuccess: async () => {
      close();
      showToast(texts.conversations.done.tags);
      await reload(of);
    },
  });
  const key = keyIn(save.error, 'tags');
  return (
    <Dialog title={texts.conversations.tags} onClose={onClose}>
      <Form
        onSubmit={() => save.mutate(tagsIn(text))}
        submit={texts.save}
        isPending={save.isPending}
        error={save.error}
        onCancel={onClose}
      >
        <Text
          label={texts.conversations.tagList}
          name={key}
          autoFocus
          value={text}
          onChange={setText}
          wrongPart={sent[Number(key.split('.')[1])]}
          error={save.error}
        />
        <Suggestions projectId={of.projectId} text={text} onChange={setText} />
      </Form>
    </Dialog>
  );
}

interface SuggestionsProps {
  readonly projectId: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

function Suggestions({ projectId, text, onChange }: SuggestionsProps): JSX.Element | null {
  const { data: existing = [] } = useTags(projectId);
  const suggested = suggestedFor(text, existing);
  if (suggested.length === 0) return null;
  return (
    <fieldset className="plain-fieldset">
      <legend className="label">{texts.conversations.existingTags}</legend>
      <ul className="row">
        {suggested.map((tag) => {
          const isIn = hasTag(text, tag);
          return (
            <li key={tag}>
              <Button
                size="small"
                aria-pressed={isIn}
                onPress={() => onChange(isIn ? withoutTag(text, tag) : withTag(text, tag, existing))}
              >
                <bdi>{tag}</bdi>
              </Button>
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}
