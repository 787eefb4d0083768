import type { JSX } from 'react';
import { Button } from './button.tsx';
import { isComposing } from './composing.ts';
import { Text } from './fields.tsx';
import { Refusal } from './form.tsx';
import { FieldsContext, useFields, useLeadToWrong } from './refused.ts';

interface Props {
  readonly label: string;
  readonly name: string;
  readonly submit: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onSend: () => void;
  readonly isPending: boolean;
  readonly error: unknown;
  readonly autoFocus?: boolean;
}

/** A field for a message, which is sent by the button, or by Ctrl+Enter or Cmd+Enter. */
export function MessageBox(props: Props): JSX.Element {
  const { label, name, submit, value, onChange, onSend, isPending, error, autoFocus = false } = props;
  const [said, fields] = useFields();
  const form = useLeadToWrong(error);
  const send = (): void => {
    if (value.trim() === '' || isPending) return;
    onSend();
    // The button is disabled while sending, and so loses the focus. On touch screens, focusing the field
    // would reopen the keyboard.
    if (matchMedia('(pointer: fine)').matches) form.current?.querySelector('textarea')?.focus();
  };
  return (
    <form
      ref={form}
      className="message-box"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isComposing(event.nativeEvent))
          return;
        event.preventDefault();
        send();
      }}
    >
      <div className="grow">
        <FieldsContext value={fields}>
          <Text
            label={label}
            name={name}
            rows={3}
            autoFocus={autoFocus}
            value={value}
            onChange={onChange}
            error={error}
          />
        </FieldsContext>
        <Refusal error={error} said={said} labels={fields.labels} />
      </div>
      <Button type="submit" look="primary" isPending={isPending} isDisabled={value.trim() === ''}>
        {submit}
      </Button>
    </form>
  );
}
