import { type JSX, type ReactNode, useEffect } from 'react';
import icon from '../icon.svg';
import { texts } from '../texts.ts';

interface Props {
  readonly title: string;
  readonly children: ReactNode;
}

/** A page before one is signed in. */
export function Gate({ title, children }: Props): JSX.Element {
  useEffect(() => {
    document.title = `${title} · ${texts.product}`;
  }, [title]);
  return (
    <main className="gate">
      <div className="gate-card">
        <div className="brand">
          <img src={icon} alt="" />
          {texts.product}
        </div>
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  );
}
