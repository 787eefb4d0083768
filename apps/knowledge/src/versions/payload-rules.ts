import type { TechnicalType } from '@pks/contracts';
import { Invalid } from '@pks/platform';
import { whyNotBpmn } from '../content/bpmn.ts';
import { isObject } from '../content/is-object.ts';
import type { Content } from './artifact-version.entity.ts';
import type { NewVersion } from './versions.repository.ts';

/** Why a value cannot be the content; undefined if it can. */
type Rule = (payload: unknown) => string | undefined;

const RULES: Record<TechnicalType, Rule> = {
  markdown: (payload) => (typeof payload === 'string' ? undefined : 'Must be a string.'),
  bpmn_xml: (payload) => (typeof payload === 'string' ? whyNotBpmn(payload) : 'Must be a string.'),
  mental_map: (payload) => (isObject(payload) ? undefined : 'Must be an object.'),
  playbook_list: whyNotObjects,
  design_template_list: whyNotObjects,
};

const EMPTY: Record<TechnicalType, Content> = {
  markdown: '',
  bpmn_xml: '',
  mental_map: {},
  playbook_list: [],
  design_template_list: [],
};

/** Content must fit the artifact's technical type (decisions 3, Payloads). @throws Invalid keyed to `payload`. */
export function assertPayloadFits(type: TechnicalType, payload: unknown): asserts payload is Content {
  if (payload === null) throw Invalid.field('payload', 'This field may not be null.');
  const reason = RULES[type](payload);
  if (reason !== undefined) throw Invalid.field('payload', reason);
}

/** The content of a first version, and of version 0 in a comparison. */
export function emptyPayload(type: TechnicalType): Content {
  return EMPTY[type];
}

/** The first version of a new custom artifact. */
export function emptyVersion(type: TechnicalType): NewVersion {
  const payload = emptyPayload(type);
  return { payload, shortName: '', changeSummary: '', editSource: '', coachConversationId: null };
}

function whyNotObjects(payload: unknown): string | undefined {
  if (!Array.isArray(payload)) return 'Must be a list of objects.';
  const index = payload.findIndex((item) => !isObject(item));
  return index < 0 ? undefined : `Must be a list of objects; item ${index} is not one.`;
}
