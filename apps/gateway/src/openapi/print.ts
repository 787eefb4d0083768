/** Prints the OpenAPI document of this build, to check it or to generate clients from it. */
import { ALL_ROUTES } from '../routes/index.ts';
import { openApiDocument } from './document.ts';

const BASE_URL = 'https://knowledge.example/api/v1';

process.stdout.write(`${JSON.stringify(openApiDocument(ALL_ROUTES, BASE_URL, undefined), null, 2)}\n`);
