import { Invalid } from '@pks/platform';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const MOST = 1_000;

/** The ids in a text with commas between them, each once. @throws Invalid keyed to `document_ids` */
export function idsIn(text: string): string[] {
  const ids = [...new Set(text.split(',').map((id) => id.trim().toLowerCase()))];
  if (!ids.every((id) => UUID.test(id))) throw Invalid.field('document_ids', 'Must be a valid UUID.');
  if (ids.length <= MOST) return ids;
  throw Invalid.field('document_ids', `Ensure this field has no more than ${MOST} elements.`);
}
