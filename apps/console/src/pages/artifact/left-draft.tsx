import type { JSX } from 'react';
import { texts } from '../../texts.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Text } from '../../ui/fields.tsx';
import { DiscardButton } from './discard.tsx';
import { useDraft } from './draft.ts';

interface Props {
  readonly userId: string;
  readonly artifactId: string;
}

/** The draft of a user who may no longer save it, to copy or to discard. */
export function LeftDraft({ userId, artifactId }: Props): JSX.Element | null {
  const { draft, keep } = useDraft(userId, artifactId);
  if (draft === null) return null;
  return (
    <section className="card stack">
      <p className="notice warn" role="status">
        {texts.artifacts.draftLeft}
      </p>
      <Text label={texts.artifacts.draftOfYours} rows={10} code value={draft.text} />
      <div className="row">
        <CopyButton text={draft.text} />
        <DiscardButton act={() => keep(null)}>{texts.artifacts.discardDraft}</DiscardButton>
      </div>
    </section>
  );
}
