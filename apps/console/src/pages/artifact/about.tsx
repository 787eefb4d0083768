import { type JSX, useState } from 'react';
import type { Schemas } from '@pks/client';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { idOf, useEndless } from '../../api/lists.ts';
import { useIsAdmin } from '../../api/session.ts';
import { texts } from '../../texts.ts';
import { changedIn } from '../../ui/changed.ts';
import { Check, Text } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { Moment } from '../../ui/moment.tsx';
import { MoreList } from '../../ui/more-list.tsx';
import { tell } from '../../ui/toasts.tsx';
import { type Of, pathOf, refresh } from './queries.ts';

interface Props {
  readonly of: Of;
  readonly detail: Schemas['ArtifactDetail'];
}

/** What the artifact is for, and the history of its publications. */
export function About({ of, detail }: Props): JSX.Element {
  const isAdmin = useIsAdmin(of.projectId);
  return (
    <>
      {isAdmin ? (
        <Definition key={detail.slug} of={of} detail={detail} />
      ) : (
        <div className="card">
          <Defined detail={detail} />
        </div>
      )}
      {isAdmin && <Publications of={of} />}
    </>
  );
}

/** The definitions of the artifact, by the product or its author. */
function Defined({ detail }: Pick<Props, 'detail'>): JSX.Element {
  const { fields } = texts.artifacts;
  const shown = [
    [fields.short, detail.definition_short],
    [fields.long, detail.definition_long],
    [fields.format, detail.format_description],
    [fields.discipline, detail.capture_discipline],
  ].filter(([, text]) => text !== '');
  return (
    <dl className="stack">
      {shown.map(([name, text]) => (
        <div key={name}>
          <dt className="soft small">{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function Definition({ of, detail }: Props): JSX.Element {
  const isPredefined = detail.semantic_type !== 'custom';
  const [title, setTitle] = useState(detail.title);
  const [group, setGroup] = useState(detail.group);
  const [definition_short, setShort] = useState(detail.definition_short);
  const [definition_long, setLong] = useState(detail.definition_long);
  const [in_scope, setInScope] = useState(detail.in_scope);
  const now = { title, group, definition_short, definition_long, in_scope };
  const [begun, setBegun] = useState(now);
  const save = useMutation({
    mutationFn: (next: typeof now) =>
      api.patch('/projects/{project_id}/artifacts/{slug}/', {
        path: pathOf(of),
        body: changedIn(begun, next),
      }),
    onSuccess: async (_saved, next) => {
      setBegun(next);
      await refresh(of);
      tell(texts.settings.saved);
    },
  });
  const { fields } = texts.artifacts;
  const { error } = save;
  return (
    <div className="card">
      <Form onSubmit={() => save.mutate(now)} submit={texts.save} isPending={save.isPending} error={error}>
        {isPredefined ? (
          <Defined detail={detail} />
        ) : (
          <>
            <Text
              label={fields.title}
              name="title"
              required
              value={title}
              onChange={setTitle}
              error={error}
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
            <Text
              label={fields.long}
              name="definition_long"
              rows={5}
              value={definition_long}
              onChange={setLong}
              error={error}
            />
          </>
        )}
        <Check name="in_scope" isSelected={in_scope} onChange={setInScope}>
          {fields.inScope}
        </Check>
      </Form>
    </div>
  );
}

function Publications({ of }: Pick<Props, 'of'>): JSX.Element {
  const publications = useEndless(
    ['artifact', of.projectId, of.slug, 'publications'],
    '/projects/{project_id}/artifacts/{slug}/publications/',
    { path: pathOf(of), query: { limit: 50 } },
  );
  return (
    <section className="stack">
      <h2>{texts.artifacts.publications}</h2>
      <MoreList
        list={publications}
        label={texts.artifacts.publications}
        keyOf={idOf}
        empty={null}
        render={({ from_version_number: from, to_version_number: to, published_by_email, created_at }) => (
          <>
            {from !== null && `${texts.artifacts.version(from)} → `}
            {texts.artifacts.version(to)}{' '}
            <span className="soft small">
              {published_by_email} <Moment at={created_at} />
            </span>
          </>
        )}
      />
    </section>
  );
}
