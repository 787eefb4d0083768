import type { JSX } from 'react';
import type { Schemas } from '@pks/client';
import { texts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { Refusal } from '../../ui/form.tsx';
import { DiscardButton } from './discard.tsx';
import { textOf } from './queries.ts';
import { SideBySide } from './side-by-side.tsx';

interface Props {
  readonly head: Schemas['ArtifactDetail'];
  readonly mine: string;
  readonly isPending: boolean;
  /** Why the user's own version could not be saved. */
  readonly error: unknown;
  readonly onMine: () => void;
  readonly onContinue: () => void;
  readonly onTheirs: () => void;
}

/**
 * Somebody else saved first: shows both contents to choose from. A user who continues with their own text saves it after the
 * version seen here.
 */
export function Conflict({ head, mine, isPending, error, onMine, onContinue, onTheirs }: Props): JSX.Element {
  const number = head.head_version_number;
  return (
    <section className="stack">
      <div role="alert">
        <h2>{texts.artifacts.conflict}</h2>
      </div>
      <p>{texts.artifacts.conflictBody(number)}</p>
      <SideBySide
        left={textOf(head.payload)}
        right={mine}
        leftName={texts.artifacts.version(number)}
        rightName={texts.artifacts.conflictMine}
      />
      <Refusal error={error} />
      <div className="row">
        <Button look="primary" isPending={isPending} onPress={onMine}>
          {texts.artifacts.conflictMine}
        </Button>
        <Button onPress={onContinue}>{texts.artifacts.conflictContinue}</Button>
        <DiscardButton act={onTheirs}>{texts.artifacts.conflictTheirs}</DiscardButton>
      </div>
    </section>
  );
}
