import { expect, it } from '@jest/globals';
import { migrationClass, migrationClasses, migrationDigests } from '@pks/testing';
import { interviewsSchema } from '../interviews.database.ts';

const RELEASED = {
  '1796774400000-create-interviews.ts': 'dfb6038a83782f535ef146e4991ca864791bdff5d581d71e0a749309c516e69b',
  '1796860800000-create-drafts.ts': '74f698aa38cbd9f0471bb112f4d795035132480364ecbf4a5c62122aa7912f29',
  '1796947200000-add-client-messages.ts': 'ca5810b0ed0a9e1eabcd0292abf67773513efeaeabf5decef526e6ced0e8e71f',
  '1797033600000-create-imports.ts': '2f237159f82f0a8537a07394a248381e4ee945e0da3c9a19dd6cc4dec0403dfc',
  '1797130000000-announce-completed-interviews.ts':
    '7915d598e248c22b6987c4aaffb22c9930e6762d5534bc9832fdbe8392b02361',
  '1797206400000-create-test-runs.ts': '29674e805f1977005308e06c8ff1f77691b82020ca0bd7c191cff4200fd9f60a',
  '1797465600000-index-entry-ids.ts': '4a583e34b94211bd844296f293be09f8f106a0211f83905b474e91f3c42671fb',
  '1797552000000-delete-projects.ts': '2201dc4fa7847e3a9192ad3c32cce11ab13d28aed699b952c71256bb60178907',
  '1797984000000-find-drafts-by-campaign.ts':
    '715e79149ef87293ea12cddfeadb1fb4df342e9ba7e42a3903cb356a3997c6e4',
  '1798416000000-drop-email-index.ts': 'fe0134c50c79733cc5bb27fd7775411f06ea2bc5e6755bfdaee676225c16fed4',
  '1798588860000-separate-deferred-events.ts':
    '966c7b917eb1246264bf1d15609b4663865195bf3fffbba61acf1cb7e215c8f8',
  '1798675200000-fold-final-sigmas.ts': '97eb4140b7d07673e1320cd090d64c6460866aa360fcd7ceca1d433e9f47f72e',
  '1798675260000-find-drafts-by-folded-name.ts':
    '77335e6ea68ebd0173cf93958e5872ec46326aab67bd5b0874d00825b71fa88c',
};

it('a released migration never changes', async () => {
  expect(await migrationDigests(import.meta.dirname)).toMatchObject(RELEASED);
});

it('a new migration has a greater number than every released one', () => {
  const released = Object.keys(RELEASED).map(migrationClass);
  const listed = interviewsSchema.migrations.map(({ name }) => name);
  expect(listed.slice(0, released.length)).toEqual(released);
});

it('every migration runs, in the order of their files', async () => {
  const listed = interviewsSchema.migrations.map(({ name }) => name);
  expect(listed).toEqual(await migrationClasses(import.meta.dirname));
});
