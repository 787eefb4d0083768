import type { JSX } from 'react';
import type { Schemas } from '@pks/client';
import { idOf, useEndless } from '../../api/lists.ts';
import { useIsAdmin } from '../../api/session.ts';
import { texts } from '../../texts.ts';
import { Check, Text } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { Moment } from '../../ui/moment.tsx';
import { MoreList } from '../../ui/more-list.tsx';
import type { Describing } from './describing.ts';
import { type Of, pathOf } from './queries.ts';

interface Props {
  readonly of: Of;
  readonly detail: Schemas['ArtifactDetail'];
  readonly describing: Describing;
}

/** What the artifact is for, and the history of its publications. */
export function About({ of, detail, describing }: Props): JSX.Element {
  const isAdmin = useIsAdmin(of.projectId);
  return (
    <>
      {isAdmin ? (
        <Definition detail={detail} describing={describing} />
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

/** The fields of an artifact of the project's own, each with its number of rows. */
const FIELDS = [
  ['title', texts.artifacts.fields.title, 1],
  ['group', texts.artifacts.fields.group, 1],
  ['definition_short', texts.artifacts.fields.short, 3],
  ['definition_long', texts.artifacts.fields.long, 5],
  ['format_description', texts.artifacts.fields.format, 3],
  ['capture_discipline', texts.artifacts.fields.discipline, 3],
] as const;

function Definition({ detail, describing }: Pick<Props, 'detail' | 'describing'>): JSX.Element {
  const { given, set, save, isPending, error } = describing;
  return (
    <div className="card">
      <Form onSubmit={save} submit={texts.save} isPending={isPending} error={error}>
        {detail.semantic_type === 'custom' ? (
          FIELDS.map(([name, label, rows]) => (
            <Text
              key={name}
              label={label}
              name={name}
              required={name === 'title'}
              {...(rows > 1 && { rows })}
              value={given[name]}
              onChange={(text) => set({ [name]: text })}
              error={error}
            />
          ))
        ) : (
          <Defined detail={detail} />
        )}
        <Check name="in_scope" isSelected={given.in_scope} onChange={(in_scope) => set({ in_scope })}>
          {texts.artifacts.fields.inScope}
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
