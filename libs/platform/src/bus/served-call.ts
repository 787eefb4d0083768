import type { MessageHandler } from '@nestjs/microservices';
import type { Caller, Rpc } from '@pks/contracts';
import { projectNamedIn } from '../calls/project-scope.ts';
import { Invalid } from '../errors/fault.ts';
import { type Parser, parserOf } from '../validation/parser.ts';
import type { CallExtras } from './serves.ts';

/** A call that a server handles. */
export interface ServedCall {
  readonly rpc: Rpc;
  readonly parser: Parser<object>;
  readonly handler: MessageHandler;
}

/** @throws Error for a handler of a plain pattern: nothing would declare who may call it, and with what. */
export function servedCall(pattern: string, handler: MessageHandler): ServedCall {
  const { rpc } = (handler.extras ?? {}) as Partial<CallExtras>;
  if (!rpc) throw new Error(`The handler of ${pattern} has no contract: serve one with @Serves().`);
  return { rpc, parser: parserOf(rpc.request), handler };
}

/** The project in which a call works: that of its caller; if only services may call, the project that the request names. */
export function projectOf({ access }: Rpc, caller: Caller | null, request: object): string | null {
  return typeof access === 'object' ? projectNamedIn(request) : (caller?.project?.id ?? null);
}

/** The body of a message. @throws Invalid when it is not JSON. */
export function readJson(data: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString());
  } catch {
    throw Invalid.field('non_field_errors', 'The message is not JSON.');
  }
}
