import { type JSX, useState } from 'react';
import type { Schemas } from '@pks/client';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { useKeptKeys } from '../../api/kept-keys.ts';
import { idOf, useEndless } from '../../api/lists.ts';
import { useIsAdmin } from '../../api/session.ts';
import { texts } from '../../texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Question } from '../../ui/dialog.tsx';
import { Moment } from '../../ui/moment.tsx';
import { MoreList } from '../../ui/more-list.tsx';
import { Empty } from '../../ui/states.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { PublishButton } from './publish.tsx';
import { type Of, pathOf, refresh } from './queries.ts';

interface Props {
  readonly of: Of;
  readonly published: number | null;
}

/** All versions with their authors and reasons, newest first. */
export function History({ of, published }: Props): JSX.Element {
  const versions = useEndless(
    ['artifact', of.projectId, of.slug, 'history'],
    '/projects/{project_id}/artifacts/{slug}/versions/history/',
    { path: pathOf(of), query: { limit: 30 } },
  );
  return (
    <MoreList
      list={versions}
      label={texts.artifacts.tabs.history}
      look="timeline"
      keyOf={idOf}
      empty={<Empty>{texts.artifacts.empty}</Empty>}
      render={(row) => <Version of={of} published={published} row={row} />}
    />
  );
}

interface VersionProps extends Props {
  readonly row: Schemas['VersionHistoryRow'];
}

function Version({ of, published, row }: VersionProps): JSX.Element {
  const isAdmin = useIsAdmin(of.projectId);
  const number = row.version_number;
  const search =
    number > 1
      ? ({ tab: 'compare', from: number - 1, version: number } as const)
      : ({ tab: 'read', version: number } as const);
  return (
    <div className={number === published ? 'is-published stack' : 'stack'}>
      <div>
        <p className="row">
          <Link
            to="/projects/$projectId/artifacts/$slug"
            params={of}
            search={{ tab: 'read', version: number }}
          >
            <strong>{texts.artifacts.version(number)}</strong>
          </Link>
          {row.short_name !== '' && <span>{row.short_name}</span>}
          {number === published && <Badge tone="good">{texts.artifacts.publishedMark}</Badge>}
        </p>
        {row.change_summary !== '' && <p>{row.change_summary}</p>}
        <p className="soft small">
          {row.created_by_email} <Moment at={row.created_at} />
          {row.conversation?.name && (
            <>
              {' · '}
              <bdi>{row.conversation.name}</bdi>
            </>
          )}
        </p>
      </div>
      <div className="row">
        <Link to="/projects/$projectId/artifacts/$slug" params={of} search={search} className="button small">
          {texts.artifacts.tabs[search.tab]}
        </Link>
        {isAdmin && number !== published && (
          <PublishButton of={of} number={number} published={published} size="small">
            {texts.artifacts.publish}
          </PublishButton>
        )}
        {isAdmin && <RestoreButton of={of} number={number} />}
      </div>
    </div>
  );
}

function RestoreButton({ of, number }: { readonly of: Of; readonly number: number }): JSX.Element {
  const [isAsking, setAsking] = useState(false);
  const keys = useKeptKeys();
  const restore = async (): Promise<void> => {
    const restored = await keys
      .under(number, (idempotencyKey) =>
        api.post('/projects/{project_id}/artifacts/{slug}/versions/{version_number}/restore/', {
          path: { ...pathOf(of), version_number: number },
          idempotencyKey,
        }),
      )
      .catch((error: unknown) => {
        // If only the answer was lost, the new version may exist.
        void refresh(of);
        throw error;
      });
    await refresh(of);
    showToast(texts.artifacts.restored(restored.version_number));
  };
  const ask = (): void => {
    keys.forget();
    setAsking(true);
  };
  return (
    <>
      <Button size="small" look="quiet" onPress={ask}>
        {texts.artifacts.restore}
      </Button>
      {isAsking && (
        <Question
          title={texts.artifacts.restore}
          body={texts.artifacts.restoreQuestion(number)}
          submit={texts.artifacts.restore}
          act={restore}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
