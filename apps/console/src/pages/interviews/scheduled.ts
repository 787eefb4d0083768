import type { Schemas } from '@pks/client';

/** When an interview will be sent to its assignee, if that is in the future: nobody has been notified yet. */
export function scheduledFor(interview: Schemas['Interview']): string | null {
  const { status, type_additional_parameters: parameters } = interview;
  const at = parameters['scheduled_send_at'];
  const isOpen = status === 'pending' || status === 'in_progress';
  return isOpen && typeof at === 'string' && Date.parse(at) > Date.now() ? at : null;
}
