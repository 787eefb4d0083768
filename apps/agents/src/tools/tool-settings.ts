import type { JsonObject, RetrievalMode, ToolType } from '@pks/contracts';
import { Invalid } from '@pks/platform';
import type { ToolSettings } from '../kinds/tool-kind.ts';
import type { ToolKinds } from '../registry/tool-kinds.ts';

/** The longest configuration, as JSON. Bytes. */
const LONGEST_CONFIGURATION = 64 * 1024;

const TOO_LONG = 'Ensure this field has no more than 64 KiB.';
const NO_RETRIEVAL = 'Only a tool of the type retrieval has a mode.';

/** The given settings of a tool. */
interface Choices {
  readonly toolType: ToolType;
  readonly retrievalMode: RetrievalMode | null | undefined;
  readonly configuration: JsonObject;
}

/** The settings of a tool of a type. @throws Invalid keyed to the field that does not fit the type. */
export function settingsOf(
  kinds: ToolKinds,
  { toolType, retrievalMode, configuration }: Choices,
): ToolSettings {
  const isRetrieval = toolType === 'retrieval';
  if (!isRetrieval && retrievalMode) throw Invalid.field('retrieval_mode', NO_RETRIEVAL);
  if (Buffer.byteLength(JSON.stringify(configuration)) > LONGEST_CONFIGURATION)
    throw Invalid.field('configuration', TOO_LONG);
  const mode = isRetrieval ? (retrievalMode ?? 'semantic-chunks') : null;
  const settings = { retrievalMode: mode, configuration };
  kinds[toolType].prepare(settings);
  return settings;
}
