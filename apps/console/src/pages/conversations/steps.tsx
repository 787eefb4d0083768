import type { JSX } from 'react';
import { texts } from '../../texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Written } from '../../ui/written.tsx';
import type { Entry } from './answering.ts';
import { Sources, sourcesIn } from './sources.tsx';

interface Props {
  readonly projectId: string;
  readonly steps: readonly Entry[];
  /** Whether only their number is shown. */
  readonly isPlain: boolean;
}

/** The reasoning and the tool calls for one answer, collapsed. */
export function Steps({ projectId, steps, isPlain }: Props): JSX.Element {
  return (
    <li className="lookup">
      <details>
        <summary className="soft small">
          {texts.conversations.steps} ({steps.length})
        </summary>
        {!isPlain && (
          <ol className="stack">
            {steps.map((step) => (
              <li key={step.id} className="stack">
                {step.type === 'tool_call' ? (
                  <ToolCall projectId={projectId} call={step} />
                ) : (
                  <p className="page-text soft small">
                    <Written text={step.content} />
                  </p>
                )}
              </li>
            ))}
          </ol>
        )}
      </details>
    </li>
  );
}

interface ToolCallProps {
  readonly projectId: string;
  readonly call: Entry;
}

function ToolCall({ projectId, call }: ToolCallProps): JSX.Element {
  const { content, tool_type, input_parameters, results } = call;
  const sources = sourcesIn(results);
  return (
    <>
      <p className="row">
        <span>{content}</span>
        {tool_type && <Badge>{texts.tools.types[tool_type]}</Badge>}
      </p>
      <pre className="page-text small">{JSON.stringify(input_parameters, null, 2)}</pre>
      {sources.length > 0 ? (
        <Sources projectId={projectId} sources={sources} />
      ) : (
        <pre className="page-text small">{JSON.stringify(results, null, 2)}</pre>
      )}
    </>
  );
}
