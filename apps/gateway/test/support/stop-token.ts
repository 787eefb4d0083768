import { createHmac } from 'node:crypto';

/** The token that stops the reminders of an interview, as the interviews service derives it. */
export function stopToken(projectId: string, interviewId: string): string {
  const secret = process.env['E2E_CALLER_SECRET'] ?? '';
  const key = createHmac('sha256', secret).update('the tokens that stop reminders').digest();
  return createHmac('sha256', key).update(`stop-reminders ${projectId} ${interviewId}`).digest('base64url');
}
