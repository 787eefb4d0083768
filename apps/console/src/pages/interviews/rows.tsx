import type { JSX } from 'react';
import type { Schemas } from '@pks/client';
import { Link } from '@tanstack/react-router';
import { type Endless, idOf, useEndless } from '../../api/lists.ts';
import { texts } from '../../texts.ts';
import { EndlessList } from '../../ui/endless-list.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Empty } from '../../ui/states.tsx';
import { StatusBadge } from './status-badge.tsx';

type Summary = Schemas['InterviewSummary'];

interface FoundProps {
  readonly projectId: string;
  readonly query: { readonly text?: string; readonly assigned_to?: 'me'; readonly campaign?: string };
}

export function useFound({ projectId, query }: FoundProps): Endless<Summary> {
  return useEndless(['interviews', projectId, 'list'], '/projects/{project_id}/interviews/', {
    path: { project_id: projectId },
    query: { limit: 50, ...query },
  });
}

/** The matching interviews, newest first. */
export function Found(props: FoundProps): JSX.Element {
  const interviews = useFound(props);
  const { text = '', assigned_to: assignee } = props.query;
  const none = assignee === 'me' ? texts.interviews.noneOfMine : texts.interviews.none;
  return (
    <EndlessList
      list={interviews}
      filter={[text]}
      label={texts.interviews.title}
      keyOf={idOf}
      empty={<Empty>{text === '' ? none : texts.interviews.noneFound}</Empty>}
      render={(interview) => <InterviewRow projectId={props.projectId} interview={interview} />}
    />
  );
}

interface RowProps {
  readonly projectId: string;
  readonly interview: Summary;
}

export function InterviewRow({ projectId, interview }: RowProps): JSX.Element {
  const { id, name, assigned_to_email: assignee, message_count: count, updated_at } = interview;
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
        <StatusBadge interview={interview} />
      </p>
      <p className="soft small">
        {assignee !== '' && `${texts.interviews.assignedTo} ${assignee} · `}
        {texts.interviews.messages(count)} · <Moment at={updated_at} />
      </p>
    </>
  );
}
