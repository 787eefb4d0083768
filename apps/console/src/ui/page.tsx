import type { JSX, ReactNode } from 'react';
import { useTitle } from './title.ts';

interface Props {
  readonly title: string;
  /** The heading, if it is more than the title. */
  readonly heading?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page with its title, actions and content. */
export function Page({ title, heading = title, actions, children }: Props): JSX.Element {
  useTitle(title);
  return (
    <div className="page">
      <header className="page-head">
        <h1>{heading}</h1>
        {actions && <div className="row">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
