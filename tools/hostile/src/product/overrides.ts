import fc from 'fast-check';
import { isBlank, texts } from '../values/texts.ts';
import { type Overrides, WHOLE_BODY, emails } from '../values/valid.ts';
import { ANOTHER, type World } from './world.ts';

/** Pieces of expressions; most of their combinations are no valid expression. */
const PIECES = `1 0 - + * / ^ ( ) 1e308 sqrt x = ; , [ ] km to % ! ' f(x) " { . i NaN`.split(' ');

/** Parameters for runs of tools of several types. */
function runs(documentId: string): fc.Arbitrary<unknown> {
  const expression = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 12 });
  return fc.oneof(
    fc.record({ query: texts({ min: 1, max: 200 }) }),
    fc.record({ expression: expression.map((pieces) => pieces.join(' ')) }),
    fc.record({ expression: texts({ min: 1, max: 100 }) }),
    fc.record({ document_id: fc.constant(documentId), offset: fc.nat() }),
  );
}

/** Values of fields, by operation and field or by the field alone, that name what exists or fit other fields. */
export async function overridesOf(world: World): Promise<(operationId: string) => Overrides> {
  const { admin, organizationId } = world;
  const [slug, documentId, toolId, { campaignId }] = [
    await world.make('slug', {}),
    await world.document(),
    await world.toolElsewhere(),
    await world.interview(),
  ];
  const settings = await admin.get<{ results: readonly { id: string }[] }>(world.in('/agent-settings/'));
  const mostly = (value: unknown, other: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
    fc.oneof({ weight: 8, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: other });
  const said = texts({ min: 1, max: 500 }).filter((text) => !isBlank(text));
  const fields: Overrides = {
    organization_id: fc.constant(organizationId),
    agent_settings: fc.constantFrom(...settings.results.map(({ id }) => id)),
    invite_emails: mostly(
      [],
      emails().map((email) => [email]),
    ),
    assignee_ids: fc.constant([world.userId]),
    campaign_id: mostly(null, fc.constant(campaignId)),
    draft_id: fc.constant(null),
    document_ids: fc.constant([]),
    coach_conversation_id: mostly(null, fc.uuid()),
    base_version_number: fc.constant(null),
    configuration: fc.constant({}),
    tool_id: fc.constant(toolId),
    slug: fc.constant(slug),
    artifact_publish_mode: mostly('manual_publish', fc.constant('auto_publish')),
    feedback: said,
    file: said,
  };
  const ofOperation: Readonly<Record<string, Overrides>> = {
    documents_indexing_status: {
      document_ids: fc
        .array(fc.oneof(fc.constant(documentId), fc.uuid()), { minLength: 1, maxLength: 5 })
        .map(String),
    },
    projects_remove: { name: mostly(ANOTHER, said) },
    documents_bulk_remove: { document_ids: fc.array(fc.uuid(), { maxLength: 3 }) },
    artifacts_get: { version: fc.constantFrom('published', 'head', '1') },
    versions_diff: { against: fc.constantFrom(0, 1) },
    versions_append: {
      payload: texts({ min: 0, max: 5_000 }),
      edit_source: fc.constantFrom('', 'chat', 'mcp', 'ui', 'coach'),
    },
    interviews_list: {
      status: fc.subarray(['pending', 'in_progress', 'completed']).map(String),
      campaign: fc.constant(campaignId),
    },
    tool_runs_run: { [WHOLE_BODY]: runs(documentId) },
  };
  return (operationId) => ({ ...fields, ...ofOperation[operationId] });
}
