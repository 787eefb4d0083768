import { Fault, type FaultData } from '@pks/platform';

/** The result of a call as a value: `answered` with the response, the data of the fault, or any other error. */
export async function outcomeOf(call: Promise<unknown>): Promise<unknown> {
  try {
    return { answered: await call };
  } catch (error) {
    return error instanceof Fault ? error.data : error;
  }
}

/** The fault with which a call fails. @throws Error if it succeeds, or fails in any other way. */
export async function faultOf(call: Promise<unknown>): Promise<FaultData> {
  const outcome = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (outcome instanceof Fault) return outcome.data;
  throw new Error('The call did not fail with a fault.', { cause: outcome });
}
