import { type JSX, useState } from 'react';
import type { Schemas } from '@pks/client';
import { useMutation } from '@tanstack/react-query';
import { api, queryClient, sentenceOf } from '../../api/client.ts';
import { useKeptKeys } from '../../api/kept-keys.ts';
import { idOf, useEndless } from '../../api/lists.ts';
import { texts } from '../../texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog, Question } from '../../ui/dialog.tsx';
import { Moment } from '../../ui/moment.tsx';
import { MoreList } from '../../ui/more-list.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { type KeyChoices, KeyForm } from './key-form.tsx';

interface Of {
  readonly organizationId: string;
  readonly accountId: string;
}

const pathOf = ({
  organizationId,
  accountId,
}: Of): { organization_id: string; service_account_id: string } => ({
  organization_id: organizationId,
  service_account_id: accountId,
});

/** The keys of a service account without their secrets, which are shown only once. */
export function Keys(of: Of): JSX.Element {
  const queryKey = ['programs', of.organizationId, of.accountId, 'keys'];
  const keys = useEndless(
    queryKey,
    '/organizations/{organization_id}/service-accounts/{service_account_id}/api-keys/',
    { path: pathOf(of), query: { limit: 20 } },
  );
  const [isCreating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const sent = useKeptKeys();
  const create = async (body: KeyChoices): Promise<void> => {
    try {
      const made = await sent.under(body, (idempotencyKey) =>
        api.post('/organizations/{organization_id}/service-accounts/{service_account_id}/api-keys/', {
          path: pathOf(of),
          body,
          idempotencyKey,
        }),
      );
      setSecret(made.key);
    } finally {
      // If the answer was lost, there may be a new key that nobody has seen.
      void queryClient.invalidateQueries({ queryKey });
    }
  };
  const begin = (): void => {
    sent.forget();
    setCreating(true);
  };
  return (
    <div className="stack">
      <div className="row">
        <h3 className="grow">{texts.programs.keys}</h3>
        <Button size="small" onPress={begin}>
          {texts.programs.newKey}
        </Button>
      </div>
      <MoreList
        list={keys}
        label={texts.programs.keys}
        keyOf={idOf}
        empty={<p className="soft small">{texts.programs.noKeys}</p>}
        render={(key) => <Key of={of} apiKey={key} />}
      />
      {isCreating && (
        <KeyForm
          title={texts.programs.newKey}
          submit={texts.programs.createKey}
          send={create}
          onClose={() => setCreating(false)}
        />
      )}
      {secret !== null && <ShownOnce secret={secret} onClose={() => setSecret(null)} />}
    </div>
  );
}

function ShownOnce({
  secret,
  onClose,
}: {
  readonly secret: string;
  readonly onClose: () => void;
}): JSX.Element {
  return (
    <Dialog title={texts.programs.newKey} onClose={onClose}>
      <p>{texts.programs.shownOnce}</p>
      <pre className="card page-text">{secret}</pre>
      <div className="row">
        <CopyButton text={secret} />
        <Button onPress={onClose}>{texts.close}</Button>
      </div>
    </Dialog>
  );
}

type Settable = 'active' | 'disabled';

function Key({ of, apiKey }: { readonly of: Of; readonly apiKey: Schemas['ApiKey'] }): JSX.Element {
  const [open, setOpen] = useState<'change' | 'revoke' | null>(null);
  const close = (): void => setOpen(null);
  const { id, name, prefix, status, last_used_at: usedAt, expires_at: expiresAt } = apiKey;
  const queryKey = ['programs', of.organizationId, of.accountId];
  const revoke = async (): Promise<void> => {
    await api.post(
      '/organizations/{organization_id}/service-accounts/{service_account_id}/api-keys/{key_id}/revoke/',
      { path: { ...pathOf(of), key_id: id } },
    );
    showToast(texts.programs.revoked);
    await queryClient.invalidateQueries({ queryKey });
  };
  const update = (body: Partial<KeyChoices> & { readonly status?: Settable }) =>
    api.patch('/organizations/{organization_id}/service-accounts/{service_account_id}/api-keys/{key_id}/', {
      path: { ...pathOf(of), key_id: id },
      body,
    });
  const change = async (choices: KeyChoices): Promise<void> => {
    await update(choices);
    showToast(texts.programs.changed);
    void queryClient.invalidateQueries({ queryKey });
  };
  const turn = useMutation({
    mutationFn: (next: Settable) => update({ status: next }),
    onSuccess: (_key, next) => showToast(texts.programs.switched[next]),
    onError: (error) => showToast(sentenceOf(error), { isBad: true }),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  return (
    <div className="row">
      <code>{prefix}…</code> <bdi>{name}</bdi>
      <Badge tone={status === 'active' ? 'good' : 'plain'}>{texts.programs.statuses[status]}</Badge>
      <span className="soft small grow">
        {usedAt === null ? (
          texts.programs.neverUsed
        ) : (
          <>
            {texts.programs.used} <Moment at={usedAt} />
          </>
        )}
        {expiresAt !== null && (
          <>
            {' · '}
            {status === 'expired' ? texts.programs.expired : texts.programs.expires} <Moment at={expiresAt} />
          </>
        )}
      </span>
      {(status === 'active' || status === 'disabled') && (
        <Button
          size="small"
          look="quiet"
          isPending={turn.isPending}
          onPress={() => turn.mutate(status === 'active' ? 'disabled' : 'active')}
        >
          {status === 'active' ? texts.programs.disable : texts.programs.enable}
        </Button>
      )}
      {status !== 'revoked' && (
        <>
          <Button size="small" look="quiet" onPress={() => setOpen('change')}>
            {texts.programs.change}
          </Button>
          <Button size="small" look="quiet" onPress={() => setOpen('revoke')}>
            {texts.programs.revoke}
          </Button>
        </>
      )}
      {open === 'change' && (
        <KeyForm
          title={texts.programs.changeKey}
          submit={texts.save}
          apiKey={apiKey}
          send={change}
          onClose={close}
        />
      )}
      {open === 'revoke' && (
        <Question
          title={texts.programs.revoke}
          body={texts.programs.revokeQuestion}
          submit={texts.programs.revoke}
          act={revoke}
          onClose={close}
        />
      )}
    </div>
  );
}
