import type { JSX, ReactNode } from 'react';

export type Tone = 'good' | 'warn' | 'bad' | 'accent' | 'plain';

export function Badge({
  tone = 'plain',
  children,
}: {
  readonly tone?: Tone;
  readonly children: ReactNode;
}): JSX.Element {
  return <span className={`badge ${tone}`}>{children}</span>;
}
