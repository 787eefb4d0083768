import { contract, rpc } from '../kit/contract.ts';
import { CalendarDate, Nested, OneOf, Text, Texts } from '../kit/fields.ts';
import { InProject } from '../requests.ts';
import { CAMPAIGN_NAME } from './campaigns.contract.ts';
import { Interview, MeetingInfo } from './interview-views.ts';

/** The formats of transcripts: `text` has lines `Speaker: …`. */
export const TRANSCRIPT_FORMATS = ['text', 'vtt', 'srt', 'json'] as const;
/** The format of one transcript. */
export type TranscriptFormat = (typeof TRANSCRIPT_FORMATS)[number];

/** The longest transcript. Characters. The body's limit of 4 MiB may already refuse a shorter one of multi-byte characters. */
export const MOST_TRANSCRIPT = 4_000_000;

/** A field that may be absent or null, for an unknown value. */
const MAYBE = { optional: true, nullable: true } as const;

/** Imports an interview that was recorded elsewhere (decisions 6). */
export class ImportInterview extends InProject {
  @Text({ ...MAYBE, max: 255, trim: true })
  readonly name?: string | null;

  @Text({
    max: MOST_TRANSCRIPT,
    description: 'The transcript as text. It is read in the background.',
    example: 'Interviewer: How did it go?\nAna: Well.',
  })
  readonly transcript!: string;

  @OneOf(TRANSCRIPT_FORMATS, {
    ...MAYBE,
    description: 'Detected from the transcript by default. `text` consists of lines such as `Speaker: …`.',
  })
  readonly format?: TranscriptFormat | null;

  @Texts({
    default: [],
    max: 255,
    blank: false,
    maxItems: 100,
    description:
      'Those whom the transcript names, where none is given. Lines that begin with one of them and a colon are theirs, however the name is written.',
  })
  readonly participants!: readonly string[];

  @CalendarDate({ ...MAYBE, description: 'A calendar date.', example: '2026-11-20' })
  readonly interview_date?: string | null;

  @Nested(MeetingInfo, MAYBE)
  readonly meeting_info?: MeetingInfo | null;

  @Text({ ...CAMPAIGN_NAME, ...MAYBE, description: 'A name that no campaign has creates one.' })
  readonly campaign_name?: string | null;
}

/** Interviews that were recorded elsewhere: the transcript is parsed in the background, and never returned (api.md Interview, decisions 6). */
export const imports = contract('interviews.imports', {
  create: rpc(ImportInterview).by('admin').returns(Interview),
});
