import type { JSX } from 'react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { texts } from '../../texts.ts';
import { Choice } from '../../ui/fields.tsx';
import { Empty, Shown } from '../../ui/states.tsx';
import { type Of, textOf, useArtifact } from './queries.ts';
import { SideBySide } from './side-by-side.tsx';

interface Props {
  readonly of: Of;
  readonly head: number;
}

/** Two versions side by side; by default, the newest and the one before it. */
export function Compare({ of, head }: Props): JSX.Element {
  const search = useSearch({ from: '/signed-in/projects/$projectId/artifacts/$slug' });
  const navigate = useNavigate();
  const to = Math.min(search.version ?? head, head);
  const from = Math.min(search.from ?? Math.max(to - 1, 1), head);
  if (head === 0) return <Empty>{texts.artifacts.empty}</Empty>;
  const numbers = Array.from({ length: head }, (_one, index) => String(head - index));
  const options = numbers.map((number) => [number, texts.artifacts.version(Number(number))] as const);
  const show = (chosen: { from: number; version: number }): void =>
    void navigate({
      to: '/projects/$projectId/artifacts/$slug',
      params: of,
      search: { tab: 'compare', ...chosen },
      replace: true,
    });
  return (
    <>
      <div className="toolbar">
        <Choice
          label={texts.artifacts.from}
          value={String(from)}
          options={options}
          onChange={(number) => show({ from: Number(number), version: to })}
        />
        <Choice
          label={texts.artifacts.to}
          value={String(to)}
          options={options}
          onChange={(number) => show({ from, version: Number(number) })}
        />
      </div>
      <Versions of={of} from={from} to={to} />
    </>
  );
}

interface VersionsProps {
  readonly of: Of;
  readonly from: number;
  readonly to: number;
}

function Versions({ of, from, to }: VersionsProps): JSX.Element {
  const [left, right] = [useArtifact(of, from), useArtifact(of, to)];
  return (
    <>
      <Shown of={left}>
        {({ payload: before }) => (
          <Shown of={right}>
            {({ payload: after }) => (
              <SideBySide
                left={textOf(before)}
                right={textOf(after)}
                leftName={texts.artifacts.version(from)}
                rightName={texts.artifacts.version(to)}
              />
            )}
          </Shown>
        )}
      </Shown>
    </>
  );
}
