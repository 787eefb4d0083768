import { type JSX, useState } from 'react';
import type { Schemas } from '@pks/client';
import { useMutation } from '@tanstack/react-query';
import { api, queryClient } from '../../api/client.ts';
import { idOf } from '../../api/lists.ts';
import { texts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { useWhileOpen } from '../../ui/lead.ts';
import { MoreList } from '../../ui/more-list.tsx';
import { NameDialog } from '../../ui/name-dialog.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Empty } from '../../ui/states.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { InterviewRow, useFound } from './rows.tsx';

interface Props {
  readonly projectId: string;
  readonly campaign: Schemas['CampaignProgress'];
}

interface RowProps extends Props {
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
}

/** A campaign with its progress; its interviews are read when it is expanded. */
export function CampaignRow({ projectId, campaign, isOpen, onToggle }: RowProps): JSX.Element {
  const [isRenaming, setRenaming] = useState(false);
  const { id, name, completed_count: done, interview_count: all } = campaign;
  return (
    <details open={isOpen} onToggle={(event) => onToggle(event.currentTarget.open)}>
      <summary>
        <span className="row">
          <strong className="grow campaign-name">{name}</strong>
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
      {isOpen && (
        <div className="campaign-body">
          <Button size="small" onPress={() => setRenaming(true)}>
            {texts.interviews.renameCampaign}
          </Button>
          <CampaignInterviews projectId={projectId} campaignId={id} />
        </div>
      )}
      {isRenaming && <Rename projectId={projectId} campaign={campaign} onClose={() => setRenaming(false)} />}
    </details>
  );
}

interface CampaignInterviewsProps {
  readonly projectId: string;
  readonly campaignId: string;
}

function CampaignInterviews({ projectId, campaignId }: CampaignInterviewsProps): JSX.Element {
  const list = useFound({ projectId, query: { campaign: campaignId } });
  return (
    <MoreList
      list={list}
      label={texts.interviews.title}
      look="nested"
      keyOf={idOf}
      empty={<Empty>{texts.interviews.none}</Empty>}
      render={(interview) => <InterviewRow projectId={projectId} interview={interview} />}
    />
  );
}

function Rename({ projectId, campaign, onClose }: Props & { readonly onClose: () => void }): JSX.Element {
  const close = useWhileOpen(onClose);
  const rename = useMutation({
    mutationFn: (name: string) =>
      api.patch('/projects/{project_id}/interview-campaigns/{campaign_id}/', {
        path: { project_id: projectId, campaign_id: campaign.id },
        body: { name },
      }),
    onSuccess: async () => {
      close();
      showToast(texts.interviews.campaignRenamed);
      await queryClient.invalidateQueries({ queryKey: ['interviews', projectId] });
    },
  });
  return (
    <NameDialog
      title={texts.interviews.renameCampaign}
      label={texts.interviews.name}
      name={campaign.name}
      submit={texts.save}
      onClose={onClose}
      mutation={rename}
    />
  );
}
