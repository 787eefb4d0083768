import { search } from '@pks/contracts';
import { act, routes } from './route.ts';

export const searchRoutes = routes(
  'Search',
  act('/projects/{project_id}/search/', search.calls.find, {
    errors: [400, 401, 403, 404],
    summary:
      'Find passages of documents, published artifacts and completed interviews, by words, meaning or both',
    description:
      'Searches what the project knows. `both` combines words and meaning and is best for questions; `words` finds exact names and codes; `meaning` finds paraphrases. Each hit says where it is from and why it matched. Members find only interviews that they may see.',
  }),
);
