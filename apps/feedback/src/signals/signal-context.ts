import {
  type ConversationNote,
  type JsonObject,
  SIGNAL_SOURCES,
  type SignalSource,
  beginningOf,
  isUuid,
} from '@pks/contracts';
import { Invalid } from '@pks/platform';

/** The maximum size of a context as JSON. Bytes. */
export const CONTEXT_BYTES = 64 * 1024;

/** A longer text in a context is cut when it is copied. Characters, as for every text (decisions 1). */
const TEXT_LENGTH = 20_000;

/** The fields that are computed from a context when a signal is submitted (decisions 5). */
export interface Computed {
  readonly source: SignalSource;
  readonly queryId: number | null;
  readonly conversationId: string | null;
  readonly conversationTitle: string;
  readonly userMessage: string;
}

/** Reads the fields of a context; a value of an unexpected type is ignored. What was looked up `about` the conversation prevails. */
export function computedFrom(context: JsonObject, about?: ConversationNote): Computed {
  const { source, query_id, conversation_id, conversation_title, user_message } = context;
  return {
    source: SIGNAL_SOURCES.find((known) => known === source) ?? 'api',
    queryId: typeof query_id === 'number' && Number.isSafeInteger(query_id) ? query_id : null,
    conversationId:
      typeof conversation_id === 'string' && isUuid(conversation_id) ? conversation_id.toLowerCase() : null,
    conversationTitle: about?.title ?? textOf(conversation_title),
    userMessage: about?.user_message ?? textOf(user_message),
  };
}

/** The size of a context. Bytes. @throws Invalid above 64 KiB. */
export function sizeOf(context: JsonObject): number {
  const bytes = Buffer.byteLength(JSON.stringify(context));
  if (bytes <= CONTEXT_BYTES) return bytes;
  throw Invalid.field('context', `Ensure this field has no more than ${CONTEXT_BYTES} bytes.`);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? beginningOf(value, TEXT_LENGTH) : '';
}
