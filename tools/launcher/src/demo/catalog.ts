import { readFileSync } from 'node:fs';

/** A version of a sample artifact. */
export interface DemoVersion {
  readonly payload: unknown;
  readonly short_name: string;
  readonly change_summary: string;
}

/** An artifact with its versions in order; the draft stays unpublished. */
export interface DemoArtifact {
  readonly slug: string;
  /** Absent for predefined artifacts. */
  readonly create?: Readonly<Record<string, unknown>>;
  readonly published: readonly DemoVersion[];
  readonly draft?: DemoVersion;
}

/** The sample artifacts: the renewal of a ferry company's ticketing. */
export const CATALOG: readonly DemoArtifact[] = [
  {
    slug: 'brief',
    published: [
      version(text('brief-1.md'), 'First brief', 'From the kick-off with Ingrid Moen.'),
      version(
        text('brief-2.md'),
        'Measures and decisions',
        'Added the measures, their goals, and who decides.',
      ),
    ],
  },
  {
    slug: 'project-plan',
    published: [
      version(text('project-plan-1.md'), 'Five phases', 'Agreed in the steering group of 9 January.'),
    ],
    draft: version(
      text('project-plan-2.md'),
      'Handhelds are late',
      'Moved the end of phase 2; not agreed yet.',
    ),
  },
  {
    slug: 'general-knowledge',
    published: [
      version(text('general-knowledge.md'), 'Words and facts', 'From six interviews on the three routes.'),
    ],
  },
  {
    slug: 'mental-map',
    published: [
      version(json('mental-map.json'), 'What ticketing touches', 'Drawn with Tomas Berg and Jon Aas.'),
    ],
  },
  {
    slug: 'playbooks',
    published: [version(json('playbooks.json'), 'Three playbooks', 'The ramp, a fare, a cancelled sailing.')],
  },
  {
    slug: 'interview-guide-crews-and-harbour-staff',
    create: {
      title: 'Interview guide: crews and harbour staff',
      technical_type: 'markdown',
      definition_short: 'The questions for the interviews at the harbours.',
      group: 'Research',
    },
    published: [version(text('interview-guide.md'), 'First guide', 'Tried out on two crews.')],
  },
  {
    slug: 'boarding-a-passenger',
    create: {
      title: 'Boarding a passenger',
      technical_type: 'bpmn_xml',
      definition_short: 'How a passenger comes on board, with and without a ticket.',
      group: 'Processes',
    },
    published: [version(text('boarding.bpmn'), 'As it is today', 'Watched at Vik on two mornings.')],
  },
];

function version(payload: unknown, short_name: string, change_summary: string): DemoVersion {
  return { payload, short_name, change_summary };
}

function text(file: string): string {
  return readFileSync(new URL(`./content/${file}`, import.meta.url), 'utf8');
}

function json(file: string): unknown {
  return JSON.parse(text(file));
}
