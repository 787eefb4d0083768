import { UNCERTAIN } from './retries.ts';

/**
 * Repeats a deletion. If the result of earlier attempts is unknown, a repetition that finds nothing is a success: one of them deleted
 * it, or somebody else did.
 */
export function deletion(send: () => Promise<Response>): () => Promise<Response> {
  let mayBeDone = false;
  return async () => {
    const wasSent = mayBeDone;
    mayBeDone = true;
    const response = await send();
    if (wasSent && response.status === 404) return new Response(null, { status: 204 });
    mayBeDone = wasSent || UNCERTAIN.includes(response.status);
    return response;
  };
}
