import { type JSX, type ReactNode, useState } from 'react';
import { api } from '../../api/client.ts';
import { useProject } from '../../api/project.ts';
import { texts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { Question } from '../../ui/dialog.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { type Of, pathOf, refresh } from './queries.ts';

interface Props {
  readonly of: Of;
  readonly number: number;
  readonly published: number | null;
  readonly look?: 'primary' | 'plain';
  readonly size?: 'small';
  readonly children: ReactNode;
}

/**
 * Publishes a version, after stating the consequences; publishing an older version is a roll-back. Not shown if versions are published
 * automatically.
 */
export function PublishButton({
  of,
  number,
  published,
  look = 'plain',
  size,
  children,
}: Props): JSX.Element | null {
  const [isAsking, setAsking] = useState(false);
  const { data: project } = useProject(of.projectId);
  const publish = async (): Promise<void> => {
    await api.post('/projects/{project_id}/artifacts/{slug}/versions/{version_number}/publish/', {
      path: { ...pathOf(of), version_number: number },
    });
    await refresh(of);
    showToast(texts.artifacts.publishedNow(number));
  };
  if (project?.artifact_publish_mode !== 'manual_publish') return null;
  return (
    <>
      <Button look={look} {...(size && { size })} onPress={() => setAsking(true)}>
        {children}
      </Button>
      {isAsking && (
        <Question
          title={texts.artifacts.publishVersion(number)}
          body={texts.artifacts.publishQuestion(published, number)}
          submit={texts.artifacts.publish}
          act={publish}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
