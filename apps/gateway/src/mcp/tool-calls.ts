import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  type Tool,
  isSpecType,
} from '@modelcontextprotocol/server';
import { Inject, Injectable } from '@nestjs/common';
import { Fault, LOG, type Log, type Reply, failedCallOf, wholeBody } from '@pks/platform/process';
import { Gatekeeper } from '../access/gatekeeper.ts';
import { originOf, tenantOf } from '../http/call-origin.ts';
import type { ApiRequest } from '../http/json-body.ts';
import { asErrorOfRun } from '../http/run-errors.ts';
import { ServiceCalls, type WaitingOrigin } from '../http/service-calls.ts';
import { asFault, toolError } from './fault-answers.ts';
import { sortedJson } from './sorted-json.ts';
import type { Arguments, McpTool } from './tool.ts';
import { TOOLS } from './tools.ts';

/** Makes the calls of tools as the API does: the same checks in the same order, limits, deadline and sentences. */
@Injectable()
export class ToolCalls {
  /** The descriptions for clients, the same for every caller. */
  readonly described: Tool[] = [...TOOLS.values()].map(describe);

  constructor(
    private readonly gatekeeper: Gatekeeper,
    private readonly calls: ServiceCalls,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** The result of a tool, or its error in the API's words. @throws ProtocolError for a tool that does not exist. */
  async call(name: string, given: Arguments, request: ApiRequest): Promise<CallToolResult> {
    const tool = TOOLS.get(name);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool "${name}".`);
    request.tool = name;
    try {
      return await this.made(tool, given, request);
    } catch (error) {
      if (!(error instanceof Fault)) this.log.error({ err: error, request_id: request.id }, 'tool failed');
      request.failedCall = failedCallOf(error) ?? null;
      const fault = asFault(error);
      return toolError(tool.route.isRun ? asErrorOfRun(fault) : fault);
    }
  }

  private async made(tool: McpTool, written: Arguments, request: ApiRequest): Promise<CallToolResult> {
    const place = tool.placeIn(written);
    const caller = await this.gatekeeper.permit(tool.route, request, place);
    const { given, request: message, key } = tool.read(written);
    const origin: WaitingOrigin = {
      ...originOf(request, caller),
      present: () => this.gatekeeper.present(tool.route, request, caller, place),
      ...(key === undefined
        ? {}
        : { keyed: { key, operation: `MCP ${tool.name}`, contents: sortedJson(message) } }),
    };
    const reply = await this.calls.forwardInTurn(tenantOf(caller), tool.route.rpc, message, origin);
    return resultOf(tool, given, reply);
  }
}

function describe({ name, notes, schema, readOnly }: McpTool): Tool {
  const { title, description, hints } = notes;
  const annotations = { title, readOnlyHint: readOnly, openWorldHint: false, ...hints };
  const described: unknown = { name, title, description, inputSchema: schema, annotations };
  if (!isSpecType.Tool(described))
    throw new Error(`The tool "${name}" is not described as the protocol says.`);
  return described;
}

/** The reply's JSON as text: as the API answers it, for a page with the next offset instead of links, or as the tool shows it. */
async function resultOf({ route, notes }: McpTool, given: Arguments, reply: Reply): Promise<CallToolResult> {
  const body = Buffer.from(await wholeBody(reply)).toString();
  const answer = route.rpc.result.kind === 'page' ? pageOf(body, given, reply) : body;
  const text = notes.shown?.(answer, given) ?? answer;
  return { content: [{ type: 'text', text }], ...(reply.replayed ? { _meta: { replayed: true } } : {}) };
}

function pageOf(results: string, { limit, offset }: Arguments, { count = 0 }: Reply): string {
  const end = Number(offset) + Number(limit);
  return `{"count":${count},"next_offset":${end < count ? end : null},"results":${results}}`;
}
