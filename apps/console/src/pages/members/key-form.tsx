import { type JSX, useState } from 'react';
import type { Schemas } from '@pks/client';
import { useMutation } from '@tanstack/react-query';
import { texts } from '../../texts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Text } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { useWhileOpen } from '../../ui/lead.ts';
import { localTime } from '../../ui/local-time.ts';

/** The choices for a key; the expiry only if it changes. */
export interface KeyChoices {
  readonly name: string;
  readonly expires_at?: string | null;
}

interface Props {
  readonly title: string;
  readonly submit: string;
  /** The key to change; absent for a new one. */
  readonly apiKey?: Pick<Schemas['ApiKey'], 'name' | 'expires_at'>;
  readonly send: (choices: KeyChoices) => Promise<unknown>;
  readonly onClose: () => void;
}

/** The name and the expiry of a key. */
export function KeyForm({ title, submit, apiKey, send, onClose }: Props): JSX.Element {
  const [name, setName] = useState(apiKey?.name ?? '');
  const before = apiKey?.expires_at ? localTime(apiKey.expires_at) : '';
  const [expiry, setExpiry] = useState(before);
  const [isPast, setPast] = useState(false);
  const choose = (next: string): void => {
    setExpiry(next);
    // The end of an existing key may be moved to the past, which ends it at once.
    setPast(apiKey === undefined && Date.parse(next) <= Date.now());
  };
  const save = useMutation({
    mutationFn: async () => {
      const expires_at = expiry === '' ? null : new Date(expiry).toISOString();
      await send({ name, ...(expiry !== before && { expires_at }) });
    },
    onSuccess: useWhileOpen(onClose),
  });
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        onSubmit={() => save.mutate()}
        submit={submit}
        isPending={save.isPending}
        error={save.error}
        onCancel={onClose}
        isDisabled={isPast}
      >
        <Text
          label={texts.programs.name}
          name="name"
          hint={texts.programs.keyNameHint}
          autoFocus
          maxLength={255}
          value={name}
          onChange={setName}
          error={save.error}
        />
        <Text
          label={texts.programs.expiry}
          name="expires_at"
          type="datetime-local"
          hint={isPast ? texts.programs.expiryPast : texts.programs.expiryHint}
          isUnusable={isPast}
          value={expiry}
          onChange={choose}
          error={save.error}
        />
      </Form>
    </Dialog>
  );
}
