import { isSpecType } from '@modelcontextprotocol/server';
import { BODY, type BodyLimit } from '../routes/route.ts';
import {
  type RpcRefusal,
  envelopeOf,
  invalidParams,
  invalidRequest,
  noSuchMethod,
  tooLarge,
} from './json-rpc.ts';
import { TOOLS } from './tools.ts';

/** What the SDK's server would answer to as to a defect of its own. */
const MALFORMED: ReadonlyMap<string, (message: unknown) => boolean> = new Map([
  ['initialize', (message) => !isSpecType.InitializeRequest(message)],
  ['resources/list', (message) => !isSpecType.ListResourcesRequest(message)],
  ['resources/read', (message) => !isSpecType.ReadResourceRequest(message)],
  ['resources/templates/list', (message) => !isSpecType.ListResourceTemplatesRequest(message)],
  ['tools/list', (message) => !isSpecType.ListToolsRequest(message)],
]);

/**
 * Why a parsed message is not given to the protocol's server: it is a batch, it is larger than the call that it names accepts, or
 * its parameters are not those of its method, or it asks for a stream, which is not offered. Undefined otherwise.
 */
export function refusalOf(message: unknown, bytes: Uint8Array): RpcRefusal | undefined {
  const { id, method, tool } = envelopeOf(message);
  if (Array.isArray(message))
    return invalidRequest('Send one message in a request: batches are not accepted.', id);
  if (method === 'subscriptions/listen') return noSuchMethod(id);
  if (typeof method === 'string' && MALFORMED.get(method)?.(message)) return invalidParams(id);
  if (bytes.length > limitOf(tool).bytes) return tooLarge('The request body is too large.', id);
  return undefined;
}

/** That of the call's route, as over the API. */
function limitOf(tool: unknown): BodyLimit {
  return (typeof tool === 'string' ? TOOLS.get(tool)?.route.bodyLimit : undefined) ?? BODY;
}
