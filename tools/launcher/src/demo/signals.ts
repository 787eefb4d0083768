import { rowsOf, textOf, type Answer, type DemoApi } from './api.ts';
import { ADMIN, PASSWORD } from './people.ts';

/** A sample signal: who submits it, its text, and how the admin closes it. */
interface DemoSignal {
  readonly by: string;
  readonly submit: { readonly feedback: string } & Readonly<Record<string, unknown>>;
  readonly status?: 'reviewed' | 'dismissed';
}

const CONVERSATION = {
  source: 'PlaygroundConversation',
  conversation_id: '0199b5a0-0000-7000-8000-00000000fe11',
  conversation_title: 'Preparing the steering group',
};

const SIGNALS: readonly DemoSignal[] = [
  {
    by: 'member@demo.test',
    submit: {
      feedback: 'The project plan still says that the handhelds arrive in March. They are late.',
      is_positive: false,
      context: { ...CONVERSATION, query_id: 3, user_message: 'When does phase 2 end?' },
    },
  },
  {
    by: 'member@demo.test',
    submit: {
      feedback: 'There is nothing about refunds when a sailing is cancelled by the weather.',
      context: { ...CONVERSATION, query_id: 5, user_message: 'What does a passenger get back?' },
    },
  },
  {
    by: 'viewer@demo.test',
    submit: {
      feedback: 'The three playbooks are what I was looking for.',
      is_positive: true,
      context: { source: 'ObjectsExplorer' },
    },
    status: 'dismissed',
  },
  {
    by: 'viewer@demo.test',
    submit: {
      feedback: 'The brief names another sponsor than the kick-off.',
      is_positive: false,
      context: { source: 'Manual', additional_details: 'Seen in the first section.' },
    },
    status: 'reviewed',
  },
];

/** Adds the sample signals that are missing, each as its submitter; the admin is logged in again afterwards. */
export async function seedSignals(api: DemoApi, project: string): Promise<void> {
  const path = `/projects/${project}/signals/`;
  const known = rowsOf(await api.get(`${path}?limit=1000`)).map(({ feedback }) => feedback);
  const missing = SIGNALS.filter(({ submit }) => !known.includes(submit.feedback));
  const made: (readonly [DemoSignal, Answer])[] = [];
  for (const signal of missing) {
    await api.logIn(signal.by, PASSWORD);
    made.push([signal, await api.post(path, signal.submit)]);
  }
  await api.logIn(ADMIN, PASSWORD);
  for (const [{ status }, signal] of made) {
    if (status !== undefined) await api.patch(`${path}${textOf(signal, 'id')}/`, { status });
  }
}
