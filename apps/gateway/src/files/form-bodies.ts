import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type JsonBody, assertPlainCoding } from '../http/json-body.ts';
import { type FormRules, jsonOfForm } from './form-json.ts';

const FORM = /^multipart\/form-data(?:\s*;|$)/i;

/** Adds routes that accept a form as well as JSON, within the same limits. Resolves once they are added. */
export async function withForms(
  server: FastifyInstance,
  rules: FormRules,
  add: (scope: FastifyInstance) => void,
): Promise<void> {
  await server.register((scope, _options, done) => {
    scope.addContentTypeParser(
      FORM,
      { parseAs: 'buffer' },
      async (request: FastifyRequest, bytes: Buffer): Promise<JsonBody> => {
        const { headers } = request;
        assertPlainCoding(headers['content-encoding']);
        return scope.readJson(request, await jsonOfForm(bytes, headers['content-type'] ?? '', rules));
      },
    );
    add(scope);
    done();
  });
}
