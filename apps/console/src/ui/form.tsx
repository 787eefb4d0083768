import type { JSX, ReactNode } from 'react';
import { ApiError } from '@pks/client';
import { Link } from '@tanstack/react-router';
import { isSignedOut } from '../api/client.ts';
import { texts } from '../texts.ts';
import { Button } from './button.tsx';
import { useHeld } from './held.ts';
import { FieldsContext, unsaidIn, useFields, useLeadToWrong } from './refused.ts';
import { Sentence } from './sentence.tsx';

interface Props {
  readonly children: ReactNode;
  readonly onSubmit: () => void;
  readonly submit: string;
  readonly isPending: boolean;
  readonly error: unknown;
  readonly onCancel?: () => void;
  /** The label of the button that changes nothing. */
  readonly cancel?: string;
  readonly isDisabled?: boolean;
}

/**
 * A form. If the service refuses, the typed text stays, and the errors are shown at their fields or above the
 * buttons.
 */
export function Form({
  children,
  onSubmit,
  submit,
  isPending,
  error,
  onCancel,
  cancel = texts.cancel,
  isDisabled,
}: Props): JSX.Element {
  const [said, fields] = useFields();
  const form = useLeadToWrong(error);
  const { isHeld, isSlow } = useHeld(isPending, form);
  return (
    <form
      ref={form}
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        // React also bubbles the event to the form from which this form's dialog was opened, wherever they are in
        // the page.
        event.stopPropagation();
        if (!isPending) onSubmit();
      }}
    >
      <div className="stack" inert={isHeld}>
        <FieldsContext value={fields}>{children}</FieldsContext>
      </div>
      <Refusal error={error} said={said} labels={fields.labels} />
      <p role="status" className="soft" hidden={!isSlow}>
        {isSlow && texts.slow}
      </p>
      <div className="row">
        <Button type="submit" look="primary" isPending={isPending} isDisabled={isDisabled ?? false}>
          {submit}
        </Button>
        {onCancel && (
          <Button look="quiet" isDisabled={isPending && !isSlow} onPress={onCancel}>
            {isSlow ? texts.close : cancel}
          </Button>
        )}
      </div>
    </form>
  );
}

interface RefusalProps {
  readonly error: unknown;
  /** The fields that show their errors themselves. */
  readonly said?: ReadonlySet<string>;
  /** The labels of the form's fields. */
  readonly labels?: ReadonlyMap<string, string>;
}

const NONE_SAY: ReadonlySet<string> = new Set();
const NO_LABELS: ReadonlyMap<string, string> = new Map();

/** Shows the errors that no field shows. */
export function Refusal({ error, said = NONE_SAY, labels = NO_LABELS }: RefusalProps): JSX.Element {
  const request =
    error instanceof ApiError && error.status >= 500 ? ` (${error.requestId ?? error.status})` : '';
  return (
    <div role="alert">
      {unsaidIn(error, said, labels).map((sentence) => (
        <p key={sentence} className="notice bad">
          <Sentence>{sentence + request}</Sentence>
          {isSignedOut(error) && <SignInBeside />}
        </p>
      ))}
    </div>
  );
}

/** Links to signing in in another tab, so that the text in the form stays. */
function SignInBeside(): JSX.Element {
  return (
    <>
      {' '}
      <Link to="/sign-in" target="_blank">
        {texts.signIn.beside}
      </Link>
      {texts.signIn.sendAgain}
    </>
  );
}
