import type { JSX, ReactNode } from 'react';
import { ApiError } from '@pks/client';
import { texts } from '../texts.ts';
import { sentenceOf } from '../api/client.ts';
import { Button } from './button.tsx';

interface Props {
  readonly children: ReactNode;
  readonly onSubmit: () => void;
  readonly submit: string;
  readonly isPending: boolean;
  readonly error: unknown;
  readonly onCancel?: () => void;
  readonly isDisabled?: boolean;
}

/** A form: what was typed stays when it is refused, and the refusal is said above the buttons. */
export function Form({
  children,
  onSubmit,
  submit,
  isPending,
  error,
  onCancel,
  isDisabled,
}: Props): JSX.Element {
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) onSubmit();
      }}
    >
      {children}
      <Refusal error={error} />
      <div className="row">
        <Button type="submit" look="primary" isPending={isPending} isDisabled={isDisabled ?? false}>
          {submit}
        </Button>
        {onCancel && (
          <Button look="quiet" onPress={onCancel}>
            {texts.cancel}
          </Button>
        )}
      </div>
    </form>
  );
}

/** Says what was refused, where no field of its own says it. */
export function Refusal({ error }: { readonly error: unknown }): JSX.Element {
  const sentence = error === null || error === undefined ? undefined : sentenceOf(error);
  const request =
    error instanceof ApiError && error.status >= 500 ? ` (${error.requestId ?? error.status})` : '';
  return (
    <div role="alert">{sentence !== undefined && <p className="notice bad">{sentence + request}</p>}</div>
  );
}
