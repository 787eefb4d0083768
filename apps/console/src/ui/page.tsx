import { type JSX, type ReactNode, useEffect } from 'react';
import { texts } from '../texts.ts';

interface Props {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page: its title, what can be done, its content. */
export function Page({ title, actions, children }: Props): JSX.Element {
  useEffect(() => {
    document.title = `${title} · ${texts.product}`;
  }, [title]);
  return (
    <div className="page">
      <header className="page-head">
        <h1>{title}</h1>
        {actions}
      </header>
      {children}
    </div>
  );
}
