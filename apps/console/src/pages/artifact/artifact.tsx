import { type JSX, useState } from 'react';
import type { Schemas } from '@pks/client';
import { Link, Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { api, isNotFound, queryClient } from '../../api/client.ts';
import { useIsAdmin, useMe } from '../../api/session.ts';
import { texts } from '../../texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Question } from '../../ui/dialog.tsx';
import { Highlighted } from '../../ui/highlighted.tsx';
import { Gone } from '../../ui/gone.tsx';
import { useLead } from '../../ui/lead.ts';
import { Page } from '../../ui/page.tsx';
import { Loading, Shown } from '../../ui/states.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { PublishedBadge } from '../artifacts.tsx';
import { About } from './about.tsx';
import { Compare } from './compare.tsx';
import { useDescribing } from './describing.ts';
import { Edit } from './edit.tsx';
import { History } from './history.tsx';
import { LeftDraft } from './left-draft.tsx';
import { PayloadView } from './payload-view.tsx';
import { type ArtifactTab, TABS } from './tab.ts';
import { PublishButton } from './publish.tsx';
import { type Of, pathOf, useArtifact } from './queries.ts';

type Detail = Schemas['ArtifactDetail'];

export function ArtifactPage(): JSX.Element {
  const of = useParams({ from: '/signed-in/projects/$projectId/artifacts/$slug' });
  const {
    tab = 'read',
    version,
    ...others
  } = useSearch({
    from: '/signed-in/projects/$projectId/artifacts/$slug',
  });
  const artifact = useArtifact(of, version, { keepsShown: true });
  // The address may name a version that does not exist.
  if (version !== undefined && artifact.data === undefined && isNotFound(artifact.error))
    return (
      <Navigate to="/projects/$projectId/artifacts/$slug" params={of} search={{ ...others, tab }} replace />
    );
  const gone = <Gone what="artifact" projectId={of.projectId} />;
  // The artifact that the link means was deleted, and another one has its slug.
  if (artifact.data !== undefined && others.id !== undefined && artifact.data.id !== others.id) return gone;
  // The text being written stays in sight: the user could not copy it from a page that says that the artifact
  // is gone.
  const isWriting = tab === 'edit' && artifact.data !== undefined;
  return (
    <Shown of={artifact} title={texts.artifacts.title} gone={isWriting ? undefined : gone}>
      {(detail) => (
        <Artifact key={detail.id} of={of} detail={detail} tab={tab} isLoading={artifact.isPlaceholderData} />
      )}
    </Shown>
  );
}

interface Props {
  readonly of: Of;
  readonly detail: Detail;
  readonly tab: ArtifactTab;
  /** Whether the content is still that of the version shown before. */
  readonly isLoading: boolean;
}

function Artifact({ of, detail, tab, isLoading }: Props): JSX.Element {
  const isAdmin = useIsAdmin(of.projectId);
  const me = useMe();
  const describing = useDescribing(of, detail);
  const tabs: readonly ArtifactTab[] = isAdmin ? TABS : ['read', 'about'];
  // An admin may have shared the address of a tab that other users do not have.
  const shown = tabs.includes(tab) ? tab : 'read';
  return (
    <Page title={detail.title} actions={isAdmin && <Actions of={of} detail={detail} />}>
      <p className="row">
        <PublishedBadge item={detail} />
        <Badge>{texts.artifacts.types[detail.technical_type]}</Badge>
        <span className="soft small">{detail.group}</span>
      </p>
      <nav className="tabs" aria-label={detail.title}>
        {tabs.map((one) => (
          <Link
            key={one}
            to="/projects/$projectId/artifacts/$slug"
            params={of}
            search={(before) => ({ ...before, tab: one })}
            aria-current={one === shown ? 'page' : undefined}
            activeProps={{}}
          >
            {texts.artifacts.tabs[one]}
          </Link>
        ))}
      </nav>
      {!isAdmin && me.data && <LeftDraft key={me.data.id} userId={me.data.id} artifactId={detail.id} />}
      {shown === 'read' && <Read of={of} detail={detail} isAdmin={isAdmin} isLoading={isLoading} />}
      {shown === 'edit' && <Edit key={of.slug} of={of} />}
      {shown === 'history' && <History of={of} published={detail.published_version_number} />}
      {shown === 'compare' && <Compare of={of} head={detail.head_version_number} />}
      {shown === 'about' && <About of={of} detail={detail} describing={describing} />}
    </Page>
  );
}

function Actions({ of, detail }: Pick<Props, 'of' | 'detail'>): JSX.Element {
  const [isRemoving, setRemoving] = useState(false);
  const lead = useLead();
  const { head_version_number: head, published_version_number: published } = detail;
  const remove = async (): Promise<void> => {
    await api.delete('/projects/{project_id}/artifacts/{slug}/', { path: pathOf(of) });
    await lead({
      ignoreBlocker: true,
      to: '/projects/$projectId/artifacts',
      params: { projectId: of.projectId },
    });
    queryClient.removeQueries({ queryKey: ['artifact', of.projectId, of.slug] });
    void queryClient.invalidateQueries({ queryKey: ['artifacts', of.projectId] });
    showToast(texts.artifacts.removed);
  };
  return (
    <>
      {head > 0 && head !== published && (
        <PublishButton of={of} number={head} published={published} look="primary">
          {texts.artifacts.publishNewest(head)}
        </PublishButton>
      )}
      {detail.can_delete && (
        <Button look="quiet" onPress={() => setRemoving(true)}>
          {texts.remove}
        </Button>
      )}
      {isRemoving && (
        <Question
          title={texts.remove}
          body={texts.artifacts.removeQuestion(detail.title)}
          submit={texts.remove}
          act={remove}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  );
}

interface ReadProps extends Omit<Props, 'tab'> {
  readonly isAdmin: boolean;
}

function Read({ of, detail, isAdmin, isLoading }: ReadProps): JSX.Element {
  const {
    head_version_number: head,
    selected_version_number: selected,
    published_version_number: published,
  } = detail;
  const { mark = '', version = selected } = useSearch({
    from: '/signed-in/projects/$projectId/artifacts/$slug',
  });
  const navigate = useNavigate();
  const numbers = Array.from({ length: head }, (_one, index) => head - index);
  const nameOf = (number: number): string => {
    const marks = [
      number === head && texts.artifacts.head,
      number === published && texts.artifacts.publishedMark,
    ];
    return [texts.artifacts.version(number), ...marks.filter((mark) => mark !== false)].join(' · ');
  };
  return (
    <article className="card stack">
      {isAdmin && selected !== null && (
        <div className="row">
          <label className="small soft" htmlFor="version">
            {texts.artifacts.shown}
          </label>
          <select
            id="version"
            className="plain-input version-choice"
            value={version ?? ''}
            onChange={(event) =>
              void navigate({
                to: '/projects/$projectId/artifacts/$slug',
                params: of,
                search: { tab: 'read', version: Number(event.target.value) },
                replace: true,
              })
            }
          >
            {numbers.map((number) => (
              <option key={number} value={number}>
                {nameOf(number)}
              </option>
            ))}
          </select>
        </div>
      )}
      {isLoading ? (
        <Loading />
      ) : (
        <Highlighted words={mark}>
          <PayloadView type={detail.technical_type} payload={detail.payload} />
        </Highlighted>
      )}
    </article>
  );
}
