import { UNCERTAIN } from './retries.ts';

/**
 * Repeats a deletion. Where nobody knows what became of the attempts before, one that finds nothing is a success: they have deleted it,
 * or somebody else has.
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
