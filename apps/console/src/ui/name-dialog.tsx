import { type JSX, useState } from 'react';
import type { UseMutationResult } from '@tanstack/react-query';
import { Dialog } from './dialog.tsx';
import { Text } from './fields.tsx';
import { Form } from './form.tsx';

/** The longest name that the service accepts. */
const LONGEST = 255;

interface Props {
  readonly title: string;
  readonly label: string;
  /** The current name. */
  readonly name?: string;
  readonly submit: string;
  readonly onClose: () => void;
  readonly mutation: Pick<UseMutationResult<unknown, Error, string>, 'mutate' | 'isPending' | 'error'>;
}

/** Asks for the new name of something. */
export function NameDialog({ title, label, name = '', submit, onClose, mutation }: Props): JSX.Element {
  const [typed, setTyped] = useState(name);
  const { mutate, isPending, error } = mutation;
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        onSubmit={() => mutate(typed)}
        submit={submit}
        isPending={isPending}
        error={error}
        onCancel={onClose}
      >
        <Text
          label={label}
          name="name"
          required
          autoFocus
          maxLength={LONGEST}
          value={typed}
          onChange={setTyped}
          error={error}
        />
      </Form>
    </Dialog>
  );
}
