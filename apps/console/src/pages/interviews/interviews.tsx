import { type JSX, useDeferredValue, useState } from 'react';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEndless } from '../../api/lists.ts';
import { useIsAdmin } from '../../api/session.ts';
import { interviewsIn } from '../list-filters.ts';
import { texts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { EndlessList } from '../../ui/endless-list.tsx';
import { Page } from '../../ui/page.tsx';
import { SearchField, useTyped } from '../../ui/search-field.tsx';
import { Empty } from '../../ui/states.tsx';
import { AssignDialog } from './assign.tsx';
import { CampaignRow } from './campaigns.tsx';
import { Drafts } from './drafts.tsx';
import { ImportDialog } from './import.tsx';
import { Found, InterviewRow } from './rows.tsx';
import '../../styles/interviews.css';

const ROUTE = '/signed-in/projects/$projectId/interviews';

type Tab = 'all' | 'mine' | 'drafts';

export function InterviewsPage(): JSX.Element {
  const { projectId } = useParams({ from: ROUTE });
  const isAdmin = useIsAdmin(projectId);
  const { tab: chosen = 'all', q = '' } = useSearch({ from: ROUTE });
  const [open, setOpen] = useState<'assign' | 'import' | null>(null);
  const close = (): void => setOpen(null);
  const tabs: readonly Tab[] = isAdmin ? ['all', 'mine', 'drafts'] : ['mine'];
  const tab = isAdmin ? chosen : 'mine';
  return (
    <Page
      title={texts.interviews.title}
      actions={
        isAdmin && (
          <>
            <Button onPress={() => setOpen('import')}>{texts.importing.title}</Button>
            <Button look="primary" onPress={() => setOpen('assign')}>
              {texts.interviews.assign}
            </Button>
          </>
        )
      }
    >
      <nav className="tabs" aria-label={texts.interviews.title}>
        {tabs.map((one) => (
          <Link
            key={one}
            to="/projects/$projectId/interviews"
            params={{ projectId }}
            search={(before) => interviewsIn({ ...before, tab: one })}
            aria-current={one === tab ? 'page' : undefined}
            activeProps={{}}
            activeOptions={{ exact: true }}
          >
            {texts.interviews[one]}
          </Link>
        ))}
      </nav>
      {tab === 'drafts' ? (
        <Drafts projectId={projectId} />
      ) : (
        <Interviews projectId={projectId} isMine={tab === 'mine'} q={q} />
      )}
      {open === 'assign' && <AssignDialog projectId={projectId} onClose={close} />}
      {open === 'import' && <ImportDialog projectId={projectId} onClose={close} />}
    </Page>
  );
}

interface InterviewsProps {
  readonly projectId: string;
  readonly isMine: boolean;
  readonly q: string;
}

/** Interviews by campaign, or the user's own; with a text, those that contain it. */
function Interviews({ projectId, isMine, q }: InterviewsProps): JSX.Element {
  const [search, setSearch] = useTyped(q);
  const navigate = useNavigate();
  const show = (): void =>
    void navigate({
      to: '/projects/$projectId/interviews',
      params: { projectId },
      search: (before) => interviewsIn({ ...before, q: search }),
      replace: true,
      resetScroll: false,
    });
  const text = useDeferredValue(search.trim());
  const query = { ...(isMine && { assigned_to: 'me' as const }), ...(text !== '' && { text }) };
  return (
    <>
      <SearchField
        label={texts.interviews.find}
        typed={search}
        onType={setSearch}
        onSettle={() => search !== q && show()}
      />
      {!isMine && text === '' ? (
        <Feed projectId={projectId} />
      ) : (
        <Found projectId={projectId} query={query} />
      )}
    </>
  );
}

/** Campaigns with their progress, and interviews without a campaign, newest first. */
function Feed({ projectId }: { readonly projectId: string }): JSX.Element {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const feed = useEndless(['interviews', projectId, 'feed'], '/projects/{project_id}/interviews/feed/', {
    path: { project_id: projectId },
    query: { limit: 50 },
  });
  const toggle = (id: string, isOpen: boolean): void =>
    setOpen((before) => new Set([...[...before].filter((one) => one !== id), ...(isOpen ? [id] : [])]));
  return (
    <EndlessList
      list={feed}
      label={texts.interviews.title}
      keyOf={({ campaign, interview }) => campaign?.id ?? interview?.id ?? ''}
      rowHeight={76}
      empty={<Empty>{texts.interviews.none}</Empty>}
      render={({ campaign, interview }) => (
        <>
          {campaign && (
            <CampaignRow
              projectId={projectId}
              campaign={campaign}
              isOpen={open.has(campaign.id)}
              onToggle={(isOpen) => toggle(campaign.id, isOpen)}
            />
          )}
          {interview && <InterviewRow projectId={projectId} interview={interview} />}
        </>
      )}
    />
  );
}
