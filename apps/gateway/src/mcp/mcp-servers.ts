import { ProtocolError, Server } from '@modelcontextprotocol/server';
import { Inject, Injectable } from '@nestjs/common';
import { Fault, LOG, type Log, failedCallOf } from '@pks/platform/process';
import type { ApiRequest } from '../http/json-body.ts';
import { packageVersion } from '../openapi/package-version.ts';
import { PROTOCOL_VERSIONS } from './acceptance.ts';
import { ArtifactResources } from './artifact-resources.ts';
import { ARTIFACT_TEMPLATE } from './artifact-uri.ts';
import { asFault, protocolError } from './fault-answers.ts';
import { noCursor } from './resource-cursor.ts';
import { ToolCalls } from './tool-calls.ts';

const IDENTITY = {
  name: 'project-knowledge-service',
  title: 'Project Knowledge Service',
  version: packageVersion(),
};

const INSTRUCTIONS =
  'What the people and agents of a project know: artifacts (maintained texts and structures, of which you read the published version), documents and interviews. Begin with list_projects. Search before you answer, and name the artifact or document that an answer is from. Report what is wrong or missing with submit_signal.';

const TEMPLATE = {
  uriTemplate: ARTIFACT_TEMPLATE,
  name: 'artifact',
  title: 'Published artifact',
  description: 'The published content of an artifact of a project.',
};

/** Creates the protocol's servers: one for each HTTP request, which keeps nothing once the request is answered. */
@Injectable()
export class McpServers {
  constructor(
    private readonly tools: ToolCalls,
    private readonly resources: ArtifactResources,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /** The server that answers this request, with the permissions of its credential. */
  of(request: ApiRequest): Server {
    const server = new Server(IDENTITY, {
      capabilities: { tools: {}, resources: {} },
      instructions: INSTRUCTIONS,
      supportedProtocolVersions: PROTOCOL_VERSIONS,
    });
    const answered = <T>(answer: Promise<T>): Promise<T> => this.answered(answer, request);
    server.setRequestHandler('tools/list', ({ params }) =>
      answered(wholeList(params?.cursor, { tools: this.tools.described })),
    );
    server.setRequestHandler('tools/call', ({ params }) =>
      this.tools.call(params.name, params.arguments ?? {}, request),
    );
    server.setRequestHandler('resources/templates/list', ({ params }) =>
      answered(wholeList(params?.cursor, { resourceTemplates: [TEMPLATE] })),
    );
    server.setRequestHandler('resources/list', ({ params }) =>
      answered(this.resources.list(params?.cursor, request)),
    );
    server.setRequestHandler('resources/read', ({ params }) =>
      answered(this.resources.read(params.uri, request)),
    );
    return server;
  }

  private async answered<T>(answer: Promise<T>, request: ApiRequest): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      request.failedCall = failedCallOf(error) ?? null;
      throw this.protocolErrorOf(error, request.id);
    }
  }

  private protocolErrorOf(error: unknown, requestId: string): ProtocolError {
    if (error instanceof ProtocolError) return error;
    if (!(error instanceof Fault)) this.log.error({ err: error, request_id: requestId }, 'resource failed');
    return protocolError(asFault(error));
  }
}

/** A list that is always one page, and so never has a cursor. @throws Invalid if one is sent. */
async function wholeList<T>(cursor: string | undefined, list: T): Promise<T> {
  if (cursor !== undefined) throw noCursor();
  return Promise.resolve(list);
}
