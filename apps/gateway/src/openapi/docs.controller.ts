import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Controller, Get, Header, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GatewayConfig } from '../gateway.config.ts';
import { PREFIX, basePathOf } from '../http/base-url.ts';
import { FixedContent } from '../http/fixed-content.ts';

const STYLES = 'swagger-ui.css';
const SCRIPT = 'swagger-ui-bundle.js';
const START = 'start.js';
const FOLDER = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** Nothing inline, nothing from another host, and no framing by other sites. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const pageBelow = (basePath: string): string => `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Project Knowledge Service: API reference</title>
  <link rel="stylesheet" href="${basePath}/docs/${STYLES}">
</head>
<body>
  <div id="reference"></div>
  <script src="${basePath}/docs/${SCRIPT}"></script>
  <script src="${basePath}/docs/${START}"></script>
</body>
</html>
`;

const startBelow = (basePath: string): string => `SwaggerUIBundle({
  url: ${JSON.stringify(`${basePath}/openapi.json`)},
  dom_id: '#reference',
  deepLinking: true,
  validatorUrl: null,
});
`;

/** The browsable API reference. Its script and styles come from the installed package, never from another host. */
@Controller(`${PREFIX}/docs`)
export class DocsController {
  private readonly content: Readonly<Record<'page' | 'start' | 'styles' | 'script', FixedContent>>;

  constructor(config: GatewayConfig) {
    const basePath = basePathOf(config);
    this.content = {
      page: written('text/html', pageBelow(basePath)),
      start: written('text/javascript', startBelow(basePath)),
      styles: packaged('text/css', STYLES),
      script: packaged('text/javascript', SCRIPT),
    };
  }

  @Get()
  @Header('content-security-policy', POLICY)
  page(@Req() request: FastifyRequest, @Res() response: FastifyReply): Promise<FastifyReply> {
    return this.content.page.respond(request, response);
  }

  @Get(START)
  start(@Req() request: FastifyRequest, @Res() response: FastifyReply): Promise<FastifyReply> {
    return this.content.start.respond(request, response);
  }

  @Get(STYLES)
  styles(@Req() request: FastifyRequest, @Res() response: FastifyReply): Promise<FastifyReply> {
    return this.content.styles.respond(request, response);
  }

  @Get(SCRIPT)
  script(@Req() request: FastifyRequest, @Res() response: FastifyReply): Promise<FastifyReply> {
    return this.content.script.respond(request, response);
  }
}

function written(type: string, text: string): FixedContent {
  return new FixedContent({
    type: `${type}; charset=utf-8`,
    cacheControl: 'no-cache',
    read: () => Buffer.from(text),
  });
}

function packaged(type: string, name: string): FixedContent {
  return new FixedContent({
    type: `${type}; charset=utf-8`,
    cacheControl: 'public, max-age=86400',
    read: () => readFile(join(FOLDER, name)),
  });
}
