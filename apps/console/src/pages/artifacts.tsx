import { type JSX, memo, useDeferredValue, useMemo, useState } from 'react';
import type { Schemas } from '@pks/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { api, queryClient } from '../api/client.ts';
import { useKeptKeys } from '../api/kept-keys.ts';
import { useIsAdmin } from '../api/session.ts';
import { artifactsIn } from './list-filters.ts';
import { texts } from '../texts.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Choice, Text } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { Moment } from '../ui/moment.tsx';
import { useLead } from '../ui/lead.ts';
import { Page } from '../ui/page.tsx';
import { useSayFound } from '../ui/said.tsx';
import { SearchField, useTyped } from '../ui/search-field.tsx';
import { Empty, Loading, Shown } from '../ui/states.tsx';
import { matching } from './artifact/matching.ts';
import { everyArtifact } from './artifact/queries.ts';

type Item = Schemas['ArtifactItem'];

export function ArtifactsPage(): JSX.Element {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId' });
  const { scope = 'in_scope', q = '' } = useSearch({ from: '/signed-in/projects/$projectId/artifacts' });
  const [search, setSearch] = useTyped(q);
  const text = useDeferredValue(search.trim());
  const navigate = useNavigate();
  const show = (change: Parameters<typeof artifactsIn>[0]): void =>
    void navigate({
      to: '/projects/$projectId/artifacts',
      params: { projectId },
      search: artifactsIn({ scope, q: search, ...change }),
      replace: true,
      resetScroll: false,
    });
  const [isCreating, setCreating] = useState(false);
  const isAdmin = useIsAdmin(projectId);
  const artifacts = useQuery({
    queryKey: ['artifacts', projectId, 'every', scope],
    queryFn: ({ signal }) => everyArtifact(projectId, scope, signal),
  });
  // Rendering thousands takes a while, in which the page can be used.
  const data = useDeferredValue(artifacts.data);
  const found = useMemo(() => data?.filter(matching(text)), [data, text]);
  useSayFound([scope === 'in_scope' ? '' : scope, text], found && { count: found.length });
  return (
    <Page
      title={texts.artifacts.title}
      actions={
        <>
          <Choice
            label={texts.artifacts.scope}
            isLabelHidden
            value={scope}
            options={texts.artifacts.scopes}
            onChange={(next) => show({ scope: next })}
          />
          {isAdmin && (
            <Button look="primary" onPress={() => setCreating(true)}>
              {texts.artifacts.create}
            </Button>
          )}
        </>
      }
    >
      <SearchField
        label={texts.artifacts.find}
        typed={search}
        onType={setSearch}
        onSettle={() => search !== q && show({})}
      />
      <Shown of={artifacts}>
        {(items) =>
          found === undefined ? (
            <Loading />
          ) : found.length === 0 ? (
            <Empty>{items.length === 0 ? texts.artifacts.none : texts.artifacts.noneFound}</Empty>
          ) : (
            [...groupsOf(found)].map(([group, members]) => (
              <section key={group} className="stack">
                <h2>{group}</h2>
                <ul className="cards">
                  {members.map((item) => (
                    <li key={item.id}>
                      <ArtifactCard projectId={projectId} item={item} />
                    </li>
                  ))}
                </ul>
              </section>
            ))
          )
        }
      </Shown>
      {isCreating && <NewArtifact projectId={projectId} onClose={() => setCreating(false)} />}
    </Page>
  );
}

function groupsOf(items: readonly Item[]): Map<string, Item[]> {
  return Map.groupBy(items, ({ group }) => (group === '' ? texts.artifacts.other : group));
}

interface CardProps {
  readonly projectId: string;
  readonly item: Item;
}

/** An artifact of the list. Typing what is searched for does not render it again, because there may be thousands. */
const ArtifactCard = memo(function ArtifactCard({ projectId, item }: CardProps): JSX.Element {
  return (
    <Link
      to="/projects/$projectId/artifacts/$slug"
      params={{ projectId, slug: item.slug }}
      className="card card-link stack"
    >
      <h3>{item.title}</h3>
      <p className="soft small clamp">{item.definition_short}</p>
      <p className="row">
        <PublishedBadge item={item} />
        <Badge>{texts.artifacts.types[item.technical_type]}</Badge>
        {item.head_updated_at !== null && (
          <span className="soft small">
            <Moment at={item.head_updated_at} />
          </span>
        )}
      </p>
    </Link>
  );
});

/** The published version of an artifact, which agents read, and how far it is behind the head. */
export function PublishedBadge({
  item,
}: {
  readonly item: Pick<Item, 'head_version_number' | 'published_version_number'>;
}): JSX.Element {
  const { head_version_number: head, published_version_number: published } = item;
  if (head === 0) return <Badge>{texts.artifacts.empty}</Badge>;
  if (published === null) return <Badge tone="warn">{texts.artifacts.unpublished}</Badge>;
  return (
    <>
      <Badge tone="good">{texts.artifacts.published(published)}</Badge>
      {head > published && <Badge tone="warn">{texts.artifacts.ahead(head - published)}</Badge>}
    </>
  );
}

type Type = Item['technical_type'];

function NewArtifact({
  projectId,
  onClose,
}: {
  readonly projectId: string;
  readonly onClose: () => void;
}): JSX.Element {
  const [title, setTitle] = useState('');
  const [technical_type, setType] = useState<Type>('markdown');
  const [group, setGroup] = useState('');
  const [definition_short, setShort] = useState('');
  const lead = useLead();
  const keys = useKeptKeys();
  const create = useMutation({
    mutationFn: () => {
      const path = { project_id: projectId };
      const body = { title, technical_type, definition_short, ...(group !== '' && { group }) };
      return keys.under(body, (idempotencyKey) =>
        api.post('/projects/{project_id}/artifacts/', { path, body, idempotencyKey }),
      );
    },
    onSuccess: async ({ slug }) => {
      await queryClient.invalidateQueries({ queryKey: ['artifacts', projectId] });
      await lead({
        ignoreBlocker: true,
        to: '/projects/$projectId/artifacts/$slug',
        params: { projectId, slug },
        search: { tab: 'edit' },
      });
    },
  });
  const { fields } = texts.artifacts;
  const { error } = create;
  return (
    <Dialog title={texts.artifacts.create} onClose={onClose}>
      <Form
        onSubmit={() => create.mutate()}
        submit={texts.artifacts.create}
        isPending={create.isPending}
        error={error}
        onCancel={onClose}
      >
        <Text
          label={fields.title}
          name="title"
          required
          autoFocus
          value={title}
          onChange={setTitle}
          error={error}
        />
        <Choice
          label={fields.type}
          name="technical_type"
          value={technical_type}
          options={texts.artifacts.types}
          onChange={setType}
        />
        <Text label={fields.group} name="group" value={group} onChange={setGroup} error={error} />
        <Text
          label={fields.short}
          name="definition_short"
          rows={3}
          value={definition_short}
          onChange={setShort}
          error={error}
        />
      </Form>
    </Dialog>
  );
}
