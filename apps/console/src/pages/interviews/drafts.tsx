import { type JSX, useState } from 'react';
import type { Schemas } from '@pks/client';
import { useMutation } from '@tanstack/react-query';
import { api, queryClient, sentenceOf } from '../../api/client.ts';
import { useKeptKeys } from '../../api/kept-keys.ts';
import { idOf, useEndless } from '../../api/lists.ts';
import { texts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { Question } from '../../ui/dialog.tsx';
import { EndlessList } from '../../ui/endless-list.tsx';
import { useLead } from '../../ui/lead.ts';
import { Moment } from '../../ui/moment.tsx';
import { Empty } from '../../ui/states.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { AssignDialog } from './assign.tsx';

type Draft = Schemas['InterviewDraft'];

/** Interviews that were prepared and not assigned yet. */
export function Drafts({ projectId }: { readonly projectId: string }): JSX.Element {
  const drafts = useEndless(['interviews', projectId, 'drafts'], '/projects/{project_id}/interview-drafts/', {
    path: { project_id: projectId },
    query: { limit: 50 },
  });
  // The dialog is not part of its row, which disappears if another admin deletes the draft.
  const [continued, setContinued] = useState<Draft | null>(null);
  return (
    <>
      <EndlessList
        list={drafts}
        label={texts.interviews.drafts}
        keyOf={idOf}
        empty={<Empty>{texts.interviews.noDrafts}</Empty>}
        render={(draft) => (
          <DraftRow projectId={projectId} draft={draft} onContinue={() => setContinued(draft)} />
        )}
      />
      {continued && (
        <AssignDialog projectId={projectId} draft={continued} onClose={() => setContinued(null)} />
      )}
    </>
  );
}

interface Props {
  readonly projectId: string;
  readonly draft: Draft;
  readonly onContinue: () => void;
}

function DraftRow({ projectId, draft, onContinue }: Props): JSX.Element {
  const [isRemoving, setRemoving] = useState(false);
  const name = draft.name || draft.topic || texts.interviews.unnamed;
  const lead = useLead();
  const remove = async (): Promise<void> => {
    await api.delete('/projects/{project_id}/interview-drafts/{draft_id}/', {
      path: { project_id: projectId, draft_id: draft.id },
    });
    showToast(texts.interviews.draftRemoved);
    await queryClient.invalidateQueries({ queryKey: ['interviews', projectId] });
  };
  const keys = useKeptKeys();
  const tryOut = useMutation({
    mutationFn: () =>
      keys.under(draft, (idempotencyKey) =>
        api.post('/projects/{project_id}/interview-drafts/{draft_id}/test-runs/', {
          path: { project_id: projectId, draft_id: draft.id },
          body: {},
          idempotencyKey,
        }),
      ),
    onSuccess: ({ id }) =>
      void lead({
        to: '/projects/$projectId/interview-drafts/$draftId/test-runs/$testRunId',
        params: { projectId, draftId: draft.id, testRunId: id },
      }),
    onError: (error) => showToast(sentenceOf(error), { isBad: true }),
  });
  return (
    <div className="row member">
      <div className="grow">
        <p className="truncate">{name}</p>
        <p className="soft small">
          {draft.created_by_email} <Moment at={draft.updated_at} />
        </p>
      </div>
      <Button size="small" isPending={tryOut.isPending} onPress={() => tryOut.mutate()}>
        {texts.testRun.start}
      </Button>
      <Button size="small" onPress={onContinue}>
        {texts.interviews.useDraft}
      </Button>
      <Button size="small" look="quiet" onPress={() => setRemoving(true)}>
        {texts.remove}
      </Button>
      {isRemoving && (
        <Question
          title={texts.interviews.removeDraft}
          body={texts.interviews.removeDraftQuestion(name)}
          submit={texts.remove}
          act={remove}
          onClose={() => setRemoving(false)}
        />
      )}
    </div>
  );
}
