import { expect, it } from '@jest/globals';
import { migrationClass, migrationClasses, migrationDigests } from '@pks/testing';
import { identitySchema } from '../identity.database.ts';

const RELEASED = {
  '1795219200000-create-identity.ts': 'd9280b14220383954762925b6153170cad45e80957de96da704dcb04747b616b',
  '1795305600000-add-service-accounts.ts': '3434b6e3bc34b2a0b275e730bc291e8eadfa256f4de7d57ede99d373c1d8010b',
  '1795392000000-add-login-failures.ts': 'ba0494798d015e216c01b22925dd61c0677f61ef8b199b770cfc6094bebd17f9',
  '1795478400000-add-invites.ts': '24c1cc42b7af943210603a24a5e3a8e8279d4b71c7afb5a2e71fe3184c6c112b',
  '1795564800000-relay-events.ts': 'd7a96e12bb810390e50f37d2913c383883af4e5e06fac986978bc1cbc687ab32',
  '1795651200000-hand-mails-over.ts': '03e75edac7fbf683deb23defaaa134fd632119ce3d517c8ff825174f3feb1778',
  '1796083200000-lease-outbox.ts': '0320af151135cbf80f5a3bd0ae74ec96d89f3d9183dd615572b84ecfe97c6dd6',
  '1796169600000-prove-mailboxes.ts': '78f80861bbf21c080904ea53976917d7907a6555caabf0a69580bcd79d74d629',
  '1796256000000-add-password-resets.ts': 'c3320b5b9349677d92fae3186d8324a2a260182e1d7a2259b5fa8f71e37bb1d1',
  '1796428800000-separate-projects.ts': '18b5690b405eb0e002422617c57c0c62f6cc464da09cf40f9247b3da1cd6b76c',
  '1796601600000-bound-idempotency-keys.ts':
    '7b30e988f47d4df352653855656e3d6aa3f57e624ca550b8bcac6a823688652f',
  '1796688000000-allow-mails.ts': 'f61ea3ed80b976ff4ac540dd82d4bcdf5acd1b92396b96c4701055423d9df0fd',
  '1796860800000-add-inbox.ts': '5f85e4890a4a929955a7c8deec5cafd6002d511a49bb06cf218270beff3ceace',
  '1797379200000-number-audiences.ts': '2a6e72ae9772269a4944a9e2d0f3ce6785059091a782c78df40c56d7bbbc14d8',
  '1797465600000-find-invites.ts': '40595b0983ba2b7ced8e349398c92605b45cdb49daf18cf70ee030d41ff61ed7',
  '1797552000000-delete-projects.ts': '2201dc4fa7847e3a9192ad3c32cce11ab13d28aed699b952c71256bb60178907',
  '1797642060000-list-members-by-email.ts':
    '485178ceceb6f54398c26047bf9620646e3eb2ef90d881a487f6208b2fe479e8',
  '1798070400000-follow-emails-of-members.ts':
    '5beb076baab7187cc5c98869460211661376a8903ea7efba4728c17d3860044d',
  '1798156800000-name-members-who-change.ts':
    '1470448334b4d91735a3c560c129150935a204288c8456bc4d8d0190b513948d',
  '1798329600000-keep-past-tokens.ts': 'b6f217bdb2277309341d162e368fc2842ef5ae52261cffdd126d5ea94993f838',
  '1798502400000-drop-mails.ts': '4dad3b2d23444db65d287748501ccdd1f47c5c06986cf8bec6c1266d64f0bc0c',
  '1798588800000-number-no-deleted-audience.ts':
    'd767ab5d94420270251066ff2a10a5f270c4bbc78470a4d53888e0e7eabd7b7b',
  '1798588860000-separate-deferred-events.ts':
    '966c7b917eb1246264bf1d15609b4663865195bf3fffbba61acf1cb7e215c8f8',
};

it('a released migration never changes', async () => {
  expect(await migrationDigests(import.meta.dirname)).toMatchObject(RELEASED);
});

it('a new migration has a greater number than every released one', () => {
  const released = Object.keys(RELEASED).map(migrationClass);
  const listed = identitySchema.migrations.map(({ name }) => name);
  expect(listed.slice(0, released.length)).toEqual(released);
});

it('every migration runs, in the order of their files', async () => {
  const listed = identitySchema.migrations.map(({ name }) => name);
  expect(listed).toEqual(await migrationClasses(import.meta.dirname));
});
