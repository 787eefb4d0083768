import type { JSX } from 'react';
import { ProgressBar } from 'react-aria-components';

interface Props {
  readonly label: string;
  /** From 0 to 1. */
  readonly share: number;
  readonly tone?: 'good';
}

export function Progress({ label, share, tone }: Props): JSX.Element {
  return (
    <ProgressBar aria-label={label} value={share * 100}>
      <div className={tone ? `progress ${tone}` : 'progress'}>
        <span style={{ width: `${Math.round(share * 100)}%` }} />
      </div>
    </ProgressBar>
  );
}
