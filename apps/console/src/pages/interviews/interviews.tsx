import { type JSX, useDeferredValue, useState } from 'react';
import type { Schemas } from '@pks/client';
import { Link, useParams } from '@tanstack/react-router';
import { type Endless, loadedOf, useEndless } from '../../api/lists.ts';
import { useIsAdmin } from '../../api/session.ts';
import { texts } from '../../texts.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EndlessList } from '../../ui/endless-list.tsx';
import { Text } from '../../ui/fields.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Page } from '../../ui/page.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Empty, Loading } from '../../ui/states.tsx';
import { AssignDialog } from './assign.tsx';
import { Drafts } from './drafts.tsx';

type Summary = Schemas['InterviewSummary'];
type Tab = 'all' | 'mine' | 'drafts';

export function InterviewsPage(): JSX.Element {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId' });
  const isAdmin = useIsAdmin(projectId);
  const [chosen, setTab] = useState<Tab>('all');
  const [isAssigning, setAssigning] = useState(false);
  const tabs: readonly Tab[] = isAdmin ? ['all', 'mine', 'drafts'] : ['mine'];
  const tab = isAdmin ? chosen : 'mine';
  return (
    <Page
      title={texts.interviews.title}
      actions={
        isAdmin && (
          <Button look="primary" onPress={() => setAssigning(true)}>
            {texts.interviews.assign}
          </Button>
        )
      }
    >
      <nav className="tabs" aria-label={texts.interviews.title}>
        {tabs.map((one) => (
          <button
            key={one}
            type="button"
            aria-current={one === tab ? 'page' : undefined}
            onClick={() => setTab(one)}
          >
            {texts.interviews[one]}
          </button>
        ))}
      </nav>
      {tab === 'all' && <Feed projectId={projectId} />}
      {tab === 'mine' && <Mine projectId={projectId} />}
      {tab === 'drafts' && <Drafts projectId={projectId} />}
      {isAssigning && <AssignDialog projectId={projectId} onClose={() => setAssigning(false)} />}
    </Page>
  );
}

/** Campaigns with how far they are, and interviews of none, the latest first; with a text, the interviews that have it. */
function Feed({ projectId }: { readonly projectId: string }): JSX.Element {
  const [search, setSearch] = useState('');
  const text = useDeferredValue(search.trim());
  return (
    <>
      <Text label={texts.interviews.find} type="search" value={search} onChange={setSearch} />
      {text === '' ? <Rows projectId={projectId} /> : <Found projectId={projectId} query={{ text }} />}
    </>
  );
}

function Rows({ projectId }: { readonly projectId: string }): JSX.Element {
  const feed = useEndless(['interviews', projectId, 'feed'], '/projects/{project_id}/interviews/feed/', {
    path: { project_id: projectId },
    query: { limit: 50 },
  });
  return (
    <EndlessList
      list={feed}
      label={texts.interviews.title}
      keyOf={({ campaign, interview }) => campaign?.id ?? interview?.id ?? ''}
      rowHeight={76}
      empty={<Empty>{texts.interviews.none}</Empty>}
      render={({ campaign, interview }) => (
        <>
          {campaign && <CampaignRow projectId={projectId} campaign={campaign} />}
          {interview && <InterviewRow projectId={projectId} interview={interview} />}
        </>
      )}
    />
  );
}

function Mine({ projectId }: { readonly projectId: string }): JSX.Element {
  return <Found projectId={projectId} query={{ assigned_to: 'me' }} />;
}

interface FoundProps {
  readonly projectId: string;
  readonly query: { readonly text?: string; readonly assigned_to?: 'me'; readonly campaign?: string };
}

function useFound({ projectId, query }: FoundProps): Endless<Summary> {
  return useEndless(['interviews', projectId, 'list'], '/projects/{project_id}/interviews/', {
    path: { project_id: projectId },
    query: { limit: 50, ...query },
  });
}

function Found(props: FoundProps): JSX.Element {
  const interviews = useFound(props);
  return (
    <EndlessList
      list={interviews}
      label={texts.interviews.title}
      keyOf={({ id }) => id}
      empty={<Empty>{texts.interviews.none}</Empty>}
      render={(interview) => <InterviewRow projectId={props.projectId} interview={interview} />}
    />
  );
}

interface CampaignProps {
  readonly projectId: string;
  readonly campaign: Schemas['CampaignProgress'];
}

/** A campaign with who has answered; its interviews are read when it is opened. */
function CampaignRow({ projectId, campaign }: CampaignProps): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const { name, completed_count: done, interview_count: all } = campaign;
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span className="row">
          <strong className="grow">{name}</strong>
          <span className="soft small">{texts.interviews.completed(done, all)}</span>
          <span className="campaign-progress">
            <Progress
              label={texts.interviews.completed(done, all)}
              share={all === 0 ? 0 : done / all}
              tone="good"
            />
          </span>
        </span>
      </summary>
      {isOpen && <CampaignInterviews projectId={projectId} campaignId={campaign.id} />}
    </details>
  );
}

interface CampaignInterviewsProps {
  readonly projectId: string;
  readonly campaignId: string;
}

function CampaignInterviews({ projectId, campaignId }: CampaignInterviewsProps): JSX.Element {
  const list = useFound({ projectId, query: { campaign: campaignId } });
  if (!list.data) return <Loading />;
  return (
    <>
      <ul className="nested">
        {loadedOf(list).map((interview) => (
          <li key={interview.id}>
            <InterviewRow projectId={projectId} interview={interview} />
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button size="small" isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
          {texts.more}
        </Button>
      )}
    </>
  );
}

const TONES: Readonly<Record<string, Tone>> = { pending: 'warn', in_progress: 'accent', completed: 'good' };

/** How far an interview is. */
export function StatusBadge({ status }: { readonly status: Summary['status'] }): JSX.Element {
  const name = status ?? 'none';
  return <Badge tone={TONES[name] ?? 'plain'}>{texts.interviews.statuses[name]}</Badge>;
}

function InterviewRow({
  projectId,
  interview,
}: {
  readonly projectId: string;
  readonly interview: Summary;
}): JSX.Element {
  const { id, name, status, assigned_to_email: assignee, message_count: count, updated_at } = interview;
  return (
    <>
      <p className="row">
        <Link
          className="grow truncate"
          to="/projects/$projectId/interviews/$interviewId"
          params={{ projectId, interviewId: id }}
        >
          {name}
        </Link>
        <StatusBadge status={status} />
      </p>
      <p className="soft small">
        {assignee !== null && `${texts.interviews.assignedTo} ${assignee} · `}
        {texts.interviews.messages(count)} · <Moment at={updated_at} />
      </p>
    </>
  );
}
