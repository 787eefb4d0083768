import { type JSX, useState } from 'react';
import { texts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { Question } from '../../ui/dialog.tsx';

interface Props {
  readonly act: () => void;
  readonly children: string;
}

/** Discards the typed text after asking, because it is stored nowhere else. */
export function DiscardButton({ act, children }: Props): JSX.Element {
  const [isAsking, setAsking] = useState(false);
  const discard = (): Promise<void> => {
    act();
    return Promise.resolve();
  };
  return (
    <>
      <Button onPress={() => setAsking(true)}>{children}</Button>
      {isAsking && (
        <Question
          title={children}
          body={texts.artifacts.discardQuestion}
          submit={texts.artifacts.discard}
          act={discard}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
