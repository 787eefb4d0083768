import { isSpecType } from '@modelcontextprotocol/server';
import { BODY } from '../routes/route.ts';
import {
  type RpcRefusal,
  envelopeOf,
  invalidParams,
  invalidRequest,
  noSuchMethod,
  tooLarge,
  unsupportedVersion,
} from './json-rpc.ts';
import { TOOLS } from './tools.ts';

/** The supported versions of the protocol. Older ones have batches, which would let one request make hundreds of calls. */
export const PROTOCOL_VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18'];

/** Recognizes messages that the SDK's server would answer with a defect of its own, or with the text of its schemas. */
const MALFORMED: ReadonlyMap<string, (message: unknown) => boolean> = new Map([
  ['initialize', (message) => !isSpecType.InitializeRequest(message)],
  ['resources/list', (message) => !isSpecType.ListResourcesRequest(message)],
  ['resources/read', (message) => !isSpecType.ReadResourceRequest(message)],
  ['resources/templates/list', (message) => !isSpecType.ListResourceTemplatesRequest(message)],
  ['tools/call', (message) => !isSpecType.CallToolRequest(message)],
  ['tools/list', (message) => !isSpecType.ListToolsRequest(message)],
]);

/**
 * Why a parsed message is not passed to the protocol's server: it is a batch, its request names an unsupported version, it asks
 * for a stream, which is not offered, its parameters do not fit its method, or it is larger than the call that it names
 * accepts. Undefined if it is passed on.
 */
export function refusalOf(message: unknown, bytes: Uint8Array, version: string): RpcRefusal | undefined {
  const { id, method, tool, version: claimed } = envelopeOf(message);
  if (Array.isArray(message))
    return invalidRequest('Send one message in a request: batches are not accepted.', id);
  // If the message names a version as well, or is a handshake, the SDK's server answers for the unsupported version.
  const isSpoken = version === '' || PROTOCOL_VERSIONS.includes(version);
  if (!isSpoken && claimed === undefined && method !== 'initialize')
    return unsupportedVersion(version, PROTOCOL_VERSIONS, id);
  if (method === 'subscriptions/listen') return noSuchMethod(id);
  if (typeof method === 'string' && MALFORMED.get(method)?.(message)) return invalidParams(id);
  if (bytes.length > limitOf(tool)) return tooLarge('The request body is too large.', id);
  return undefined;
}

/** The limit of the called tool's route, as over the API. */
function limitOf(tool: unknown): number {
  return (typeof tool === 'string' ? TOOLS.get(tool)?.route.bodyLimit : undefined) ?? BODY;
}
