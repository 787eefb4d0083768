import { type JSX, useState } from 'react';
import { Link, useParams } from '@tanstack/react-router';
import { idOf, useEndless } from '../../api/lists.ts';
import { useIsAdmin } from '../../api/session.ts';
import { texts } from '../../texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EndlessList } from '../../ui/endless-list.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { ImportTool } from './import.tsx';
import { WriteTool } from './write.tsx';

export function ToolsPage(): JSX.Element {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId' });
  const isAdmin = useIsAdmin(projectId);
  const [open, setOpen] = useState<'create' | 'import' | null>(null);
  const close = (): void => setOpen(null);
  const tools = useEndless(['tools', projectId, 'list'], '/projects/{project_id}/tools/', {
    path: { project_id: projectId },
    query: { limit: 50 },
  });
  return (
    <Page
      title={texts.tools.title}
      actions={
        isAdmin && (
          <>
            <Button onPress={() => setOpen('import')}>{texts.tools.import}</Button>
            <Button look="primary" onPress={() => setOpen('create')}>
              {texts.tools.create}
            </Button>
          </>
        )
      }
    >
      <EndlessList
        list={tools}
        label={texts.tools.title}
        keyOf={idOf}
        empty={<Empty>{texts.tools.none}</Empty>}
        render={(tool) => (
          <>
            <p className="row">
              <Link to="/projects/$projectId/tools/$toolId" params={{ projectId, toolId: tool.id }}>
                {tool.name}
              </Link>
              <Badge>{texts.tools.types[tool.tool_type]}</Badge>
              {tool.category === 'imported' && (
                <span className="soft small">
                  {texts.tools.imported} <bdi>{tool.owner_project_name}</bdi>
                </span>
              )}
            </p>
            <p className="soft small">{tool.description}</p>
          </>
        )}
      />
      {open === 'create' && <WriteTool projectId={projectId} onClose={close} />}
      {open === 'import' && <ImportTool projectId={projectId} onClose={close} />}
    </Page>
  );
}
