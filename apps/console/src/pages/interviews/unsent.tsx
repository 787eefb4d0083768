import type { JSX } from 'react';
import { texts } from '../../texts.ts';
import { Written } from '../../ui/written.tsx';
import { DiscardButton } from '../artifact/discard.tsx';
import type { Answering } from './answering.ts';

/** What the assignee of a finished interview has written and did not send in time. */
export function Unsent({ answering }: { readonly answering: Answering }): JSX.Element | null {
  const { text, setText } = answering;
  if (text.trim() === '') return null;
  return (
    <section className="card stack" aria-label={texts.interviews.unsent}>
      <p className="notice bad" role="alert">
        {texts.interviews.finishedBefore}
      </p>
      <p className="page-text">
        <Written text={text} />
      </p>
      <div>
        <DiscardButton act={() => setText('')}>{texts.interviews.discardUnsent}</DiscardButton>
      </div>
    </section>
  );
}
