import { type JSX, useDeferredValue } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { api, queryClient, sentenceOf } from '../../api/client.ts';
import { useKeptKeys } from '../../api/kept-keys.ts';
import { idOf, useEndless } from '../../api/lists.ts';
import { conversationsIn } from '../list-filters.ts';
import { texts } from '../../texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EndlessList } from '../../ui/endless-list.tsx';
import { Check, Choice } from '../../ui/fields.tsx';
import { useLead } from '../../ui/lead.ts';
import { Moment } from '../../ui/moment.tsx';
import { Page } from '../../ui/page.tsx';
import { SearchField, useTyped } from '../../ui/search-field.tsx';
import { Empty } from '../../ui/states.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { useTags } from './tagging.tsx';

export function ConversationsPage(): JSX.Element {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId' });
  const {
    q = '',
    tag = '',
    archived = false,
  } = useSearch({ from: '/signed-in/projects/$projectId/conversations' });
  const [search, setSearch] = useTyped(q);
  const navigate = useNavigate();
  const show = (change: Record<string, unknown>): void =>
    void navigate({
      to: '/projects/$projectId/conversations',
      params: { projectId },
      search: (before) => conversationsIn({ ...before, q: search, ...change }),
      replace: true,
      resetScroll: false,
    });
  const path = { project_id: projectId };
  const text = useDeferredValue(search.trim());
  const isFiltered = text !== '' || tag !== '';
  const tags = useTagsWith(tag, projectId);
  const list = useEndless(
    ['conversations', projectId, 'list'],
    '/projects/{project_id}/playground-conversations/',
    {
      path,
      query: {
        limit: 50,
        ...(text !== '' && { text }),
        ...(tag !== '' && { tags: tag }),
        ...(archived && { include_archived: true }),
      },
    },
  );
  const lead = useLead();
  const keys = useKeptKeys();
  const create = useMutation({
    mutationFn: () =>
      keys.under({}, (idempotencyKey) =>
        api.post('/projects/{project_id}/playground-conversations/', { path, body: {}, idempotencyKey }),
      ),
    onSuccess: ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: ['conversations', projectId] });
      void lead({
        to: '/projects/$projectId/conversations/$conversationId',
        params: { projectId, conversationId: id },
      });
    },
    onError: (error) => showToast(sentenceOf(error), { isBad: true }),
  });
  return (
    <Page
      title={texts.conversations.title}
      actions={
        <Button look="primary" isPending={create.isPending} onPress={() => create.mutate()}>
          {texts.conversations.create}
        </Button>
      }
    >
      <div className="toolbar">
        <SearchField
          label={texts.conversations.find}
          typed={search}
          onType={setSearch}
          onSettle={() => search !== q && show({})}
        />
        {tags.length > 0 && (
          <Choice
            label={texts.conversations.tag}
            value={tag}
            options={[['', texts.all] as const, ...tags.map((one) => [one, one] as const)]}
            onChange={(next) => show({ tag: next })}
          />
        )}
        <Check isSelected={archived} onChange={(next) => show({ archived: next })}>
          {texts.conversations.showArchived}
        </Check>
      </div>
      <EndlessList
        list={list}
        filter={[text, tag, archived ? 'archived' : '']}
        label={texts.conversations.title}
        keyOf={idOf}
        empty={<Empty>{isFiltered ? texts.conversations.noneFound : texts.conversations.none}</Empty>}
        render={(conversation) => (
          <>
            <p className="row">
              <Link
                className="truncate"
                to="/projects/$projectId/conversations/$conversationId"
                params={{ projectId, conversationId: conversation.id }}
              >
                {conversation.name}
              </Link>
              {conversation.is_shared && <Badge tone="accent">{texts.conversations.shared}</Badge>}
              {conversation.is_archived && <Badge>{texts.conversations.archived}</Badge>}
              {conversation.tags.map((one) => (
                <Badge key={one}>{one}</Badge>
              ))}
            </p>
            <p className="soft small">
              <bdi>{conversation.agent_settings_name}</bdi> · <Moment at={conversation.updated_at} />
            </p>
          </>
        )}
      />
    </Page>
  );
}

/** The tags to choose from, including the chosen one: no conversation may have it any more. */
function useTagsWith(chosen: string, projectId: string): readonly string[] {
  const { data: tags = [] } = useTags(projectId);
  return chosen === '' || tags.includes(chosen) ? tags : [chosen, ...tags];
}
