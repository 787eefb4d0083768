import { search } from '@pks/contracts';
import { act, routes } from './route.ts';

export const searchRoutes = routes(
  'Search',
  act('/projects/{project_id}/search/', search.calls.find, {
    errors: [400, 401, 403, 404],
    summary:
      'Find passages of documents, published artifacts and completed interviews, by words, meaning or both',
    description:
      'Finds what the project knows in the words of whoever asks. `both` combines words and meaning and is best for questions; `words` finds names and codes exactly; `meaning` finds paraphrases. Each hit says where it is from and why it matched. Members find interviews only if they may see them.',
  }),
);
