import type { JSX, ReactNode } from 'react';
import icon from '../icon.svg';
import { texts } from '../texts.ts';
import { useTitle } from '../ui/title.ts';

interface Props {
  readonly title: string;
  readonly children: ReactNode;
}

/** The frame of pages for users who are not signed in. */
export function Gate({ title, children }: Props): JSX.Element {
  useTitle(title);
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
