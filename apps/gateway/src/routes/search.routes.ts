import { search } from '@pks/contracts';
import { act, routes } from './route.ts';

export const searchRoutes = routes(
  'Search',
  act('/projects/{project_id}/search/', search.calls.find, {
    errors: [400, 401, 403, 404],
    summary:
      'Find passages of documents, published artifacts and completed interviews, by words, meaning or both',
  }),
);
