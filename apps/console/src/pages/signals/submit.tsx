import { type JSX, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { api, isUnderReview, queryClient } from '../../api/client.ts';
import { useKeptKeys } from '../../api/kept-keys.ts';
import { texts } from '../../texts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Choice, Text } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { useWhileOpen } from '../../ui/lead.ts';
import { showToast } from '../../ui/toasts.tsx';

type Sentiment = 'positive' | 'neutral' | 'negative';

const IS_POSITIVE: Readonly<Record<Sentiment, boolean | null>> = {
  positive: true,
  neutral: null,
  negative: false,
};

interface Props {
  readonly projectId: string;
  readonly onClose: () => void;
  /** What the page knows about the subject of the signal. */
  readonly context?: Record<string, unknown>;
}

/** Submits feedback that something is wrong, missing or good. */
export function SubmitSignal({ projectId, onClose, context = { source: 'Manual' } }: Props): JSX.Element {
  const close = useWhileOpen(onClose);
  const [feedback, setFeedback] = useState('');
  // A signal without a text is only a sentiment, so the user then has to choose one.
  const [sentiment, setSentiment] = useState<Sentiment>('neutral');
  const keys = useKeptKeys();
  const submit = useMutation({
    mutationFn: () => {
      const body = { feedback, is_positive: IS_POSITIVE[sentiment], context };
      return keys.under(body, (idempotencyKey) =>
        api.post('/projects/{project_id}/signals/', {
          path: { project_id: projectId },
          body,
          idempotencyKey,
        }),
      );
    },
    onSuccess: async () => {
      close();
      showToast(texts.signals.submitted);
      const queryKey = ['signals', projectId];
      if (!isUnderReview(queryKey)) await queryClient.invalidateQueries({ queryKey });
    },
  });
  return (
    <Dialog title={texts.signals.submit} onClose={onClose}>
      <Form
        onSubmit={() => submit.mutate()}
        submit={texts.signals.submit}
        isPending={submit.isPending}
        error={submit.error}
        onCancel={onClose}
      >
        <Text
          label={texts.signals.feedback}
          name="feedback"
          rows={4}
          autoFocus
          value={feedback}
          onChange={setFeedback}
          error={submit.error}
        />
        <Choice
          label={texts.signals.sentiment}
          name="is_positive"
          value={sentiment}
          options={texts.signals.sentiments}
          onChange={setSentiment}
        />
      </Form>
    </Dialog>
  );
}
