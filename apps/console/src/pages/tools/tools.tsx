import type { JSX } from 'react';
import { Link, useParams } from '@tanstack/react-router';
import { useEndless } from '../../api/lists.ts';
import { texts } from '../../texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { EndlessList } from '../../ui/endless-list.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';

export function ToolsPage(): JSX.Element {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId' });
  const tools = useEndless(['tools', projectId, 'list'], '/projects/{project_id}/tools/', {
    path: { project_id: projectId },
    query: { limit: 50 },
  });
  return (
    <Page title={texts.tools.title}>
      <EndlessList
        list={tools}
        label={texts.tools.title}
        keyOf={({ id }) => id}
        empty={<Empty>{texts.tools.none}</Empty>}
        render={(tool) => (
          <>
            <p className="row">
              <Link to="/projects/$projectId/tools/$toolId" params={{ projectId, toolId: tool.id }}>
                {tool.name}
              </Link>
              <Badge>{texts.tools.types[tool.tool_type]}</Badge>
              {tool.category === 'imported' && (
                <span className="soft small">{texts.tools.imported(tool.owner_project_name)}</span>
              )}
            </p>
            <p className="soft small">{tool.description}</p>
          </>
        )}
      />
    </Page>
  );
}
