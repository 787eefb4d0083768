import type { StartTestRun } from '@pks/contracts';
import { Invalid } from '@pks/platform';
import { assertTopicsFit } from '../assignment/agenda.ts';
import { scriptOf } from '../conversation/script.ts';
import type { Draft } from '../drafts/draft.entity.ts';
import type { NewTestRun } from './test-run.entity.ts';

const NO_TOPIC = 'The draft has no topic yet.';
const NO_SUCH_TOPIC = 'There is no such topic in this draft.';
const LEFT_OUT = 'This topic is left out.';

/** The fields of a new test run that come from its draft and the request. */
export type Started = Omit<NewTestRun, 'createdById' | 'createdAt'>;

/** The start of a test run of the draft as it is now. @throws Invalid for a draft without a topic, and for topics that it does not have. */
export function startOf(draft: Draft, request: StartTestRun): Started {
  const { content } = draft;
  if (content.topic.trim() === '') throw Invalid.field('topic', NO_TOPIC);
  assertTopicsFit(content.interview_type, content.topics);
  const skipped = skippedOf(draft, request);
  const topics = content.topics.map((topic) => {
    const status = skipped.has(topic.id) ? ('skipped' as const) : ('open' as const);
    return { ...topic, status };
  });
  const language = request.language || content.language;
  const { topic, questions, custom_focus } = content;
  const parameters = { topic, questions, custom_focus, language: language === '' ? null : language };
  const { started_from_topic_index: from } = request;
  const script = scriptOf({ parameters, topics });
  const question = script[from];
  if (!question) {
    const sentence = `Ensure this value is less than or equal to ${script.length - 1}.`;
    throw Invalid.field('started_from_topic_index', sentence);
  }
  if (topics[from]?.status === 'skipped') throw Invalid.field('started_from_topic_index', LEFT_OUT);
  return {
    projectId: draft.projectId,
    draftId: draft.id,
    parameters,
    topics,
    startedFromTopicIndex: from,
    startedFromTopicTitle: question.title,
    skippedTopicIds: [...skipped],
    draftUpdatedAt: draft.updatedAt,
  };
}

/** The ids of the topics that are left out, each once. @throws Invalid keyed to the ids that are not of its topics. */
function skippedOf({ content }: Draft, { skipped_topic_ids: skipped }: StartTestRun): ReadonlySet<string> {
  const known = new Set(content.topics.map(({ id }) => id));
  const errors = skipped.flatMap((id, index) =>
    known.has(id) ? [] : [[`skipped_topic_ids.${index}`, [NO_SUCH_TOPIC]] as const],
  );
  if (errors.length > 0) throw new Invalid(Object.fromEntries(errors));
  return new Set(skipped);
}
