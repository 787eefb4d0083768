import { Catch, HttpException, type RpcExceptionFilter } from '@nestjs/common';
import { RpcException } from '@nestjs/microservices';
import { type Observable, throwError } from 'rxjs';
import { FAULTS, Fault, type FaultData, type FaultKind, Forbidden, Invalid } from '../errors/fault.ts';

/** The message that Nest throws if a guard returned false. */
const REFUSED_BY_GUARD = 'Forbidden resource';

const KIND_OF_STATUS: Readonly<Record<number, FaultKind>> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  429: 'throttled',
  503: 'unavailable',
  504: 'deadline_exceeded',
};

/**
 * Turns errors of a handler, or of a guard, pipe or interceptor around it, into faults: exceptions of Nest by their
 * status, others by `translate`. Unknown errors pass through unchanged: they are defects of ours.
 */
@Catch()
export class FaultFilter implements RpcExceptionFilter {
  constructor(private readonly translate: (error: unknown) => Fault | undefined) {}

  catch(error: unknown): Observable<never> {
    return throwError(() => this.faultOf(error) ?? error);
  }

  private faultOf(error: unknown): Fault | undefined {
    if (error instanceof Fault) return error;
    if (error instanceof HttpException) return faultOfStatus(error.getStatus(), error.getResponse());
    if (error instanceof RpcException) return faultOfRpc(error.getError());
    const fault = this.translate(error);
    return fault && new Fault(fault.data, { cause: error });
  }
}

function faultOfRpc(error: string | object): Fault | undefined {
  if (error === REFUSED_BY_GUARD) return new Forbidden();
  if (typeof error === 'string') return new Fault({ kind: 'invalid', message: error });
  if (isFaultData(error)) return new Fault(error);
  const status = 'status' in error && typeof error.status === 'number' ? error.status : 400;
  return faultOfStatus(status, error);
}

/** Undefined for a status that means that the server failed. */
function faultOfStatus(status: number, response: string | object): Fault | undefined {
  const kind = KIND_OF_STATUS[status] ?? (status < 500 ? 'invalid' : undefined);
  if (kind === undefined) return undefined;
  const message = typeof response === 'object' && 'message' in response ? response.message : response;
  if (Array.isArray(message)) return new Invalid({ non_field_errors: message.map(String) });
  return new Fault({ kind, message: typeof message === 'string' ? message : 'The request was refused.' });
}

function isFaultData(error: object): error is FaultData {
  const { kind, message } = error as Partial<FaultData>;
  return FAULTS.some((known) => known === kind) && typeof message === 'string';
}
