import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';

const ASSETS = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
} as const;

const POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'";

/** The browsable reference; its script comes from the package, nothing from elsewhere. Gives every path that it serves. */
export function docsPage(server: FastifyInstance, path: string): string[] {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  server.get(path, (_request, response) =>
    response.type('text/html; charset=utf-8').header('content-security-policy', POLICY).send(page(path)),
  );
  for (const [name, type] of Object.entries(ASSETS)) {
    server.get(`${path}/${name}`, (_request, response) =>
      response
        .type(type)
        .header('cache-control', 'public, max-age=86400')
        .send(readFileSync(join(folder, name))),
    );
  }
  return [path, ...Object.keys(ASSETS).map((name) => `${path}/${name}`)];
}

function page(path: string): string {
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Project Knowledge Service: API reference</title>
  <link rel="stylesheet" href="${path}/swagger-ui.css">
</head>
<body>
  <div id="reference"></div>
  <script src="${path}/swagger-ui-bundle.js"></script>
  <script>
    SwaggerUIBundle({ url: '${path.replace(/docs$/, 'openapi.json')}', dom_id: '#reference', deepLinking: true, persistAuthorization: true, validatorUrl: null });
  </script>
</body>
</html>
`;
}
