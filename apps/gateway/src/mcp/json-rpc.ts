import { PROTOCOL_VERSION_META_KEY, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { isObject } from '@pks/contracts';

/** The answer to a message that is not passed to the protocol's server. */
export interface RpcRefusal {
  readonly status: number;
  readonly body: object;
}

/** What has to be known of a message before the protocol's server reads it. */
export interface RpcEnvelope {
  readonly id: string | number | null;
  readonly method: unknown;
  readonly tool: unknown;
  /** The protocol version that the message itself names, as messages without a handshake do. */
  readonly version: unknown;
}

/** Reads the envelope of a message; for anything but an object, an empty one. */
export function envelopeOf(message: unknown): RpcEnvelope {
  if (!isObject(message)) return { id: null, method: undefined, tool: undefined, version: undefined };
  const { id, method } = message;
  const params = isObject(message['params']) ? message['params'] : {};
  const meta = isObject(params['_meta']) ? params['_meta'] : {};
  return {
    id: typeof id === 'string' || typeof id === 'number' ? id : null,
    method,
    tool: method === 'tools/call' ? params['name'] : undefined,
    version: meta[PROTOCOL_VERSION_META_KEY],
  };
}

/** The answer to a body that is not JSON, or cannot be stored and returned unchanged. */
export function unparsed(sentence: string): RpcRefusal {
  return refusal(400, ProtocolErrorCode.ParseError, sentence, null);
}

/** The answer to a message that this server does not accept. */
export function invalidRequest(sentence: string, id: RpcEnvelope['id']): RpcRefusal {
  return refusal(400, ProtocolErrorCode.InvalidRequest, sentence, id);
}

/** The answer to a message whose parameters do not fit its method. */
export function invalidParams(id: RpcEnvelope['id']): RpcRefusal {
  return refusal(400, ProtocolErrorCode.InvalidParams, 'The parameters are not those of this method.', id);
}

/** The answer to a message in an unsupported version of the protocol; `data` lists the supported ones, as the protocol prescribes. */
export function unsupportedVersion(
  requested: string,
  supported: readonly string[],
  id: RpcEnvelope['id'],
): RpcRefusal {
  const sentence = `The protocol version "${requested}" is not supported: send ${supported.join(' or ')}.`;
  return refusal(400, ProtocolErrorCode.UnsupportedProtocolVersion, sentence, id, { supported, requested });
}

/** The answer to a message that is larger than its call accepts. */
export function tooLarge(sentence: string, id: RpcEnvelope['id']): RpcRefusal {
  return refusal(413, ProtocolErrorCode.InvalidRequest, sentence, id);
}

/** The answer to a method that this server does not have. */
export function noSuchMethod(id: RpcEnvelope['id']): RpcRefusal {
  return refusal(404, ProtocolErrorCode.MethodNotFound, 'Method not found', id);
}

function refusal(
  status: number,
  code: number,
  message: string,
  id: RpcEnvelope['id'],
  data?: object,
): RpcRefusal {
  return { status, body: { jsonrpc: '2.0', id, error: { code, message, data } } };
}
