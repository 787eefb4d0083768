import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Controller, Get, Header } from '@nestjs/common';
import { PREFIX } from '../http/base-url.ts';

const PATH = `${PREFIX}/docs`;
const STYLES = 'swagger-ui.css';
const SCRIPT = 'swagger-ui-bundle.js';
const FOLDER = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const CACHED = 'public, max-age=86400';

const POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'";

const PAGE = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Project Knowledge Service: API reference</title>
  <link rel="stylesheet" href="${PATH}/${STYLES}">
</head>
<body>
  <div id="reference"></div>
  <script src="${PATH}/${SCRIPT}"></script>
  <script>
    SwaggerUIBundle({ url: '${PREFIX}/openapi.json', dom_id: '#reference', deepLinking: true, persistAuthorization: true, validatorUrl: null });
  </script>
</body>
</html>
`;

/** The browsable API reference. Its script and styles come from the installed package, never from another host. */
@Controller(PATH)
export class DocsController {
  @Get()
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', POLICY)
  page(): string {
    return PAGE;
  }

  @Get(STYLES)
  @Header('content-type', 'text/css; charset=utf-8')
  @Header('cache-control', CACHED)
  styles(): Buffer {
    return readFileSync(join(FOLDER, STYLES));
  }

  @Get(SCRIPT)
  @Header('content-type', 'text/javascript; charset=utf-8')
  @Header('cache-control', CACHED)
  script(): Buffer {
    return readFileSync(join(FOLDER, SCRIPT));
  }
}
