import { beforeAll, describe, expect, it } from '@jest/globals';
import { Compiler } from './compiler.ts';

const BEGINNING = `
  import {
    type Caller, Anything, Email, Empty, Flag, InProject, Integer, ListOf, Nested, OneOf, Paged, type Page, SomeOf, Text, Timestamp, Uuid, Words,
    contract, list, nothing, page, rpc, service,
  } from '@pks/contracts';
  import { type Before, type BusClient, Json, Serves, type Service } from '../../src/index.ts';

  class Ask { @Text() readonly name!: string; }
  class Thing { @Words() readonly name!: string; @Integer() readonly size!: number; }
  const things = contract('fixture.things', {
    make: rpc(Ask).by('authenticated').returns(Thing),
    find: rpc(Paged).by('authenticated').returns(page(Thing)),
    names: rpc(Empty).by('authenticated').returns(list(Thing)),
    drop: rpc(Ask).by('authenticated').returns(nothing),
    greet: rpc(Ask).by('anyone').returns(Thing),
    sync: rpc(Ask).by(service('gateway')).returns(nothing),
  });
  const thing = { name: 'a', size: 1 };
  declare const client: BusClient;
`;

const METHODS = {
  make: 'async make(request: Ask, caller: Caller) { return { name: request.name + caller.email, size: 1 }; }',
  find: 'async find({ limit, offset }: Paged) { return { count: limit + offset, results: [thing] }; }',
  names: 'async names() { return [thing]; }',
  drop: 'async drop(request: Ask): Promise<void> {}',
  greet: 'async greet(request: Ask, caller: null) { return thing; }',
  sync: 'async sync(request: Ask, caller: null): Promise<void> {}',
};

/** A controller in which some methods are different, or missing. */
function controller(others: Partial<Record<keyof typeof METHODS, string>> = {}): string {
  const methods = Object.entries({ ...METHODS, ...others });
  return `@Serves(things) class Things { ${methods.map(([, method]) => method).join('\n')} }`;
}

function message(...fields: string[]): string {
  return `class Message { ${fields.join('\n')} }`;
}

const RIGHT: Record<string, string> = {
  'a controller with every method': controller(),
  'a controller that is declared to serve': controller().replace(
    'class Things',
    'class Things implements Service<typeof things>',
  ),
  'calls of a place that their requests name': `
    const calls = { look: rpc(InProject).by('view').returns(Thing), change: rpc(InProject).by('admin').returns(Thing) };`,
  'a method that returns its JSON': controller({ make: `async make() { return new Json<Thing>('{}'); }` }),
  'a method that returns more than is declared': controller({
    make: 'async make() { return { ...thing, more: 1 }; }',
  }),
  'a method that needs less of the request': controller({
    make: 'async make(request: object) { return thing; }',
  }),
  'a method that takes any caller': controller({
    greet: 'async greet(request: Ask, caller: Caller | null) { return thing; }',
  }),
  'a method that takes what is prepared for it': controller({
    make: `
      readonly before = { make: async (request, { email }) => request.name + email } satisfies Before<typeof things>;
      async make(request: Ask, caller: Caller, prepared: string) { return thing; }`,
  }).replace('class Things', 'class Things implements Service<typeof things>'),
  'a call with its request': `
    const made: Promise<Thing> = client.call(things.calls.make, { name: 'a' });
    const found: Promise<Page<Thing>> = client.call(things.calls.find, { limit: 1, offset: 0 });
    const names: Promise<readonly Thing[]> = client.call(things.calls.names, {});
    const gone: Promise<void> = client.call(things.calls.drop, { name: 'a' });`,
  'fields on properties of their types': message(
    '@Text() readonly text!: string;',
    '@Text({ optional: true }) readonly optional?: string;',
    '@Text({ nullable: true }) readonly nullable!: string | null;',
    '@Text({ nullable: true, optional: true }) readonly both?: string | null;',
    `@Text({ default: 'a' }) readonly withDefault!: string;`,
    '@Uuid() readonly id!: string;',
    '@Email() readonly email!: string;',
    '@Timestamp() readonly at!: string;',
    '@Integer({ min: 1 }) readonly size!: number;',
    '@Flag() readonly flag!: boolean;',
    `@OneOf(['a', 'b'], { default: 'a' }) readonly word!: 'a' | 'b';`,
    `@SomeOf(['a', 'b']) readonly words!: readonly ('a' | 'b')[];`,
    '@Nested(Thing) readonly thing!: Thing;',
    '@ListOf(Thing) readonly list!: readonly Thing[];',
    '@Anything() readonly anything!: unknown;',
  ),
};

const WRONG: Record<string, string> = {
  'a controller without one of the methods': controller({ drop: '' }),
  'a controller without any': '@Serves(things) class Things {}',
  'a declared controller without one of the methods': `class Things implements Service<typeof things> { ${METHODS.make} }`,
  'a method that is none': controller({ names: 'readonly names = [thing];' }),
  'a method with another request': controller({ make: 'async make(request: Paged) { return thing; }' }),
  'a method that needs more of the request': controller({
    make: 'async make(request: Ask & { more: string }) { return thing; }',
  }),
  'a method that returns something else': controller({ make: `async make() { return 'a'; }` }),
  'a method that returns too little': controller({ make: `async make() { return { name: 'a' }; }` }),
  'a method that returns nothing': controller({ make: 'async make() {}' }),
  'a method that may return nothing': controller({
    make: 'async make(): Promise<Thing | undefined> { return undefined; }',
  }),
  'a method that waits for nothing': controller({ make: 'make() { return thing; }' }),
  'a method that returns a list for a page': controller({ find: 'async find() { return [thing]; }' }),
  'a method that returns one for a list': controller({ names: 'async names() { return thing; }' }),
  'a method that returns JSON of something else': controller({
    make: `async make() { return new Json<Ask>('{}'); }`,
  }),
  'a method that returns JSON for a page': controller({
    find: `async find() { return new Json<Page<Thing>>('{}'); }`,
  }),
  'a method with a caller for a call that needs none': controller({
    greet: 'async greet(request: Ask, caller: Caller) { return thing; }',
  }),
  'a method without a caller for a call that has one': controller({
    make: 'async make(request: Ask, caller: null) { return thing; }',
  }),
  'a method that takes a caller where a service calls': controller({
    sync: 'async sync(request: Ask, caller: Caller): Promise<void> {}',
  }),
  'a method that takes something else than is prepared for it': controller({
    make: `
      readonly before = { make: async () => 1 };
      async make(request: Ask, caller: Caller, prepared: string) { return thing; }`,
  }),
  'a method that takes what is prepared for another': controller({
    make: `
      readonly before = { drop: async () => 'a' };
      async make(request: Ask, caller: Caller, prepared: string) { return thing; }`,
  }),
  'a method that takes what nothing prepares': controller({
    make: 'async make(request: Ask, caller: Caller, prepared: string) { return thing; }',
  }),
  'a call without its access': 'const calls = { make: rpc(Ask).returns(Thing) };',
  'a call with an unknown rule': `const calls = { make: rpc(Ask).by('owner').returns(Thing) };`,
  'a call of a project whose request names none': `const calls = { make: rpc(Ask).by('view').returns(Thing) };`,
  'a call of an organization whose request names none': `const calls = { make: rpc(InProject).by('organization_admin').returns(Thing) };`,
  'a call for an unknown service': `const calls = { make: rpc(Ask).by(service('nobody')).returns(Thing) };`,
  'a call for no service': 'const calls = { make: rpc(Ask).by(service()).returns(Thing) };',
  'a call with another request': `void client.call(things.calls.make, { title: 'a' });`,
  'a call with a field of another type': 'void client.call(things.calls.make, { name: 5 });',
  'a call without its request': 'void client.call(things.calls.make);',
  'a call with too much': `void client.call(things.calls.make, { name: 'a', more: 1 });`,
  'a call whose answer is taken for another': `const made: Promise<Ask[]> = client.call(things.calls.find, { limit: 1, offset: 0 });`,
  'a call that the contract has not': `void client.call(things.calls.burn, { name: 'a' });`,
  'a text on a number': message('@Text() readonly a!: number;'),
  'a text on some words only': message(`@Text() readonly a!: 'a' | 'b';`),
  'a number on a text': message('@Integer() readonly a!: string;'),
  'a flag on a text': message('@Flag() readonly a!: string;'),
  'words on other words': message(`@OneOf(['a', 'b']) readonly a!: 'a' | 'c';`),
  'words on any text': message(`@OneOf(['a', 'b']) readonly a!: string;`),
  'a default that is none of the words': message(
    `@OneOf(['a', 'b'], { default: 'c' }) readonly a!: 'a' | 'b';`,
  ),
  'a list of words on one word': message(`@SomeOf(['a']) readonly a!: 'a';`),
  'a message on another': message('@Nested(Thing) readonly a!: Ask;'),
  'a list of messages on one': message('@ListOf(Thing) readonly a!: Thing;'),
  'anything on something': message('@Anything() readonly a!: string;'),
  'a nullable field on a property that is never null': message(
    '@Text({ nullable: true }) readonly a!: string;',
  ),
  'a nullable property of a field that is never null': message('@Text() readonly a!: string | null;'),
  'an optional field on a property that is always there': message(
    '@Text({ optional: true }) readonly a!: string;',
  ),
  'an optional property of a field that is always there': message('@Text() readonly a?: string;'),
  'an option that a field has not': message('@Text({ maximum: 5 }) readonly a!: string;'),
};

let errors: Record<string, string[]>;

beforeAll(() => {
  const pieces = Object.entries({ ...RIGHT, ...WRONG }).map(([name, code]) => [name, BEGINNING + code]);
  errors = new Compiler().errorsOf(Object.fromEntries(pieces));
});

describe('what compiles', () => {
  it.each(Object.keys(RIGHT))('%s', (name) => {
    expect(errors[name]).toEqual([]);
  });
});

describe('what does not compile', () => {
  it.each(Object.keys(WRONG))('%s', (name) => {
    expect(errors[name]).toHaveLength(1);
    expect(errors[name]?.[0]).not.toMatch(/^(1[01]\d\d|2304|2305|2307|2724):/);
  });
});
