import { type JSX, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { FileTrigger } from 'react-aria-components';
import { api, queryClient } from '../../api/client.ts';
import { useKeptKeys } from '../../api/kept-keys.ts';
import { texts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Text } from '../../ui/fields.tsx';
import { Form } from '../../ui/form.tsx';
import { useWhileOpen } from '../../ui/lead.ts';
import { listedIn } from '../../ui/listed.ts';
import { showToast } from '../../ui/toasts.tsx';
import { transcriptIn } from './transcript-file.ts';

interface Props {
  readonly projectId: string;
  readonly onClose: () => void;
}

const BLANK = { transcript: '', name: '', date: '', people: '', campaign: '' };
type Given = typeof BLANK;

/** Imports an interview that was recorded elsewhere. */
export function ImportDialog({ projectId, onClose }: Props): JSX.Element {
  const close = useWhileOpen(onClose);
  const [given, setGiven] = useState(BLANK);
  const set = (change: Partial<Given>): void => setGiven((before) => ({ ...before, ...change }));
  const keys = useKeptKeys();
  const send = useMutation({
    mutationFn: () => {
      const [path, body] = [{ project_id: projectId }, bodyOf(given)];
      return keys.under(body, (idempotencyKey) =>
        api.post('/projects/{project_id}/interviews/import/', { path, body, idempotencyKey }),
      );
    },
    onSuccess: async () => {
      close();
      showToast(texts.importing.begun);
      await queryClient.invalidateQueries({ queryKey: ['interviews', projectId] });
    },
  });
  const choose = useMutation({
    mutationFn: transcriptIn,
    onSuccess: (transcript, file) => set({ transcript, name: given.name || file.name.replace(/\.\w+$/, '') }),
  });
  const error = choose.error ?? send.error;
  const words = texts.importing;
  const field = (key: Exclude<keyof Given, 'transcript'>, name: string, label: string): JSX.Element => (
    <Text
      label={label}
      name={name}
      value={given[key]}
      onChange={(value) => set({ [key]: value })}
      error={send.error}
      {...(key === 'date' && { type: 'date' as const })}
      {...(key === 'people' && { hint: words.peopleHint })}
    />
  );
  return (
    <Dialog title={words.title} onClose={onClose}>
      <Form
        onSubmit={() => {
          choose.reset();
          send.mutate();
        }}
        submit={words.submit}
        isPending={send.isPending}
        error={error}
        onCancel={onClose}
      >
        <div>
          <FileTrigger
            acceptedFileTypes={['text/plain', '.txt', '.vtt', '.srt', '.json']}
            onSelect={(files) => {
              const [file] = files ?? [];
              if (file) choose.mutate(file);
            }}
          >
            <Button isPending={choose.isPending}>{words.file}</Button>
          </FileTrigger>
        </div>
        <Text
          label={words.transcript}
          name="transcript"
          hint={words.hint}
          rows={8}
          required
          value={given.transcript}
          onChange={(transcript) => set({ transcript })}
          error={send.error}
        />
        {field('name', 'name', words.name)}
        {field('date', 'interview_date', words.date)}
        {field('people', 'participants', words.people)}
        {field('campaign', 'campaign_name', words.campaign)}
      </Form>
    </Dialog>
  );
}

/** Blank fields are left out: the service derives them, or does without. */
function bodyOf({ transcript, name, date, people, campaign }: Given) {
  return {
    transcript,
    participants: listedIn(people),
    ...(name.trim() !== '' && { name }),
    ...(date !== '' && { interview_date: date }),
    ...(campaign.trim() !== '' && { campaign_name: campaign }),
  };
}
