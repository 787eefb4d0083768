import { rowsOf, textOf, type Answer, type DemoApi } from './api.ts';
import { ADMIN, PASSWORD } from './people.ts';

/** A sample interview: who takes it, what they are asked, and what they have answered so far. */
interface DemoInterview {
  readonly by: string;
  readonly assign: { readonly name: string; readonly topic: string } & Readonly<Record<string, unknown>>;
  readonly answers: readonly string[];
}

const CAMPAIGN = { campaign_name: 'How the quay really works' } as const;

const INTERVIEWS: readonly DemoInterview[] = [
  {
    by: 'member@demo.test',
    assign: {
      ...CAMPAIGN,
      name: 'Boarding on a busy day',
      topic: 'What happens on the quay between the first car and the last one?',
      questions: [
        'What do you do first when the queue is longer than the lane?',
        'Which tickets cause most questions?',
        'What should the new handhelds show without being asked?',
      ],
    },
    answers: [
      'I open the second lane and call the bridge. Nobody wrote that down, we learn it from each other.',
      'Resident cards that were bought on the phone: the old scanners do not read them.',
    ],
  },
  {
    by: 'support@demo.test',
    assign: {
      ...CAMPAIGN,
      name: 'What passengers call about',
      topic: 'Which calls would not come if the website were better?',
      interview_type: 'guided-interview',
      topics: [
        { title: 'Refunds', description: 'After cancelled sailings.' },
        { title: 'Group bookings', description: 'Schools and clubs.' },
      ],
    },
    answers: [],
  },
  {
    by: 'member@demo.test',
    assign: {
      name: 'The old scanners',
      topic: 'What would we lose with the old scanners?',
      questions: ['What can they do that the handhelds cannot?'],
    },
    answers: ['They work in the rain with gloves on. That is the one thing to test before we buy.'],
  },
];

const DRAFT = {
  name: 'After the first month with handhelds',
  topic: 'What has changed since the handhelds came?',
  questions: ['What takes longer now?', 'What do you no longer miss?'],
  campaign_name: CAMPAIGN.campaign_name,
  reminders_enabled: true,
};

const IMPORT = {
  name: 'Call with the harbour office',
  transcript: [
    'Moderator: What do you need from the new ticketing?',
    'Ingrid Moen: The number of cars per sailing, an hour before it leaves.',
    'Moderator: And today?',
    'Ingrid Moen: I phone the quay.',
  ].join('\n'),
  interview_date: '2026-10-05',
};

/** Adds the sample interviews, the import and the draft that are missing. Each interviewee answers as themselves. */
export async function seedInterviews(api: DemoApi, project: string): Promise<void> {
  const path = `/projects/${project}/interviews/`;
  const drafts = `/projects/${project}/interview-drafts/`;
  const known = rowsOf(await api.get(`${path}?limit=1000`)).map(({ name }) => name);
  const users = rowsOf(await api.get(`/projects/${project}/users/?limit=1000`)).map(
    ({ user }) => user as Answer,
  );
  for (const { by, assign, answers } of INTERVIEWS.filter((one) => !known.includes(one.assign.name))) {
    const assignee = users.find(({ email }) => email === by);
    const answer: unknown = await api.post(`${path}assign/`, { ...assign, assignee_ids: [assignee?.['id']] });
    const [made = {}] = answer as readonly Answer[];
    await api.logIn(by, PASSWORD);
    for (const content of answers) await api.post(`${path}${textOf(made, 'id')}/messages/`, { content });
    await api.logIn(ADMIN, PASSWORD);
  }
  if (!known.includes(IMPORT.name)) await api.post(`${path}import/`, IMPORT);
  const written = rowsOf(await api.get(drafts)).map(({ name }) => name);
  if (!written.includes(DRAFT.name)) await api.post(drafts, DRAFT);
}
