import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Answer } from '../product/client.ts';
import type { Named } from '../product/world.ts';
import type { Watch } from '../property.ts';
import { jsonBody } from '../requests/request.ts';
import type { Calls } from './calls.ts';
import type { Fields, Resource } from './resource.ts';

const MOST_COMMANDS = 25;
const CREATED = 201;

/** An object that was created, with its state after its creation and every change since. */
interface Item {
  readonly id: string;
  view: Fields;
}

/** The objects that the product must have, and those that were deleted. */
export interface Model {
  readonly alive: Item[];
  readonly gone: Item[];
}

/** The product in which the objects of the model must be. */
export interface Real {
  readonly calls: Calls;
  /** How many objects of the kind the project has from its beginning. */
  readonly before: number;
}

type Command = fc.AsyncCommand<Model, Real>;

/** Sequences of creating, using, changing, deleting and listing objects, and of using deleted ones. */
export function commandsFor(resource: Resource, watch: Watch): fc.Arbitrary<Iterable<Command>> {
  const made = new Commands(resource, watch);
  const index = fc.nat({ max: 50 });
  const { change } = resource;
  return fc.commands(
    [
      fc.tuple(resource.create.fields, fc.boolean()).map(([fields, twice]) => made.create(fields, twice)),
      fc.tuple(resource.create.fields, fc.boolean()).map(([fields, twice]) => made.create(fields, twice)),
      ...(resource.read === undefined ? [] : [index.map((n) => made.read(n))]),
      ...(change === undefined
        ? []
        : [fc.tuple(index, change.fields).map(([n, fields]) => made.change(n, fields))]),
      index.map((n) => made.remove(n)),
      fc.tuple(index, change?.fields ?? fc.constant({})).map(([n, fields]) => made.afterwards(n, fields)),
      fc.integer({ min: 1, max: 12 }).map((limit) => made.list(limit)),
      ...(resource.use === undefined ? [] : [index.map((n) => made.use(n))]),
    ],
    { maxCommands: MOST_COMMANDS, size: 'max' },
  );
}

class Commands {
  private readonly resource: Resource;
  private readonly watch: Watch;

  constructor(resource: Resource, watch: Watch) {
    this.resource = resource;
    this.watch = watch;
  }

  create(fields: Fields, twice: boolean): Command {
    const { operation, body = jsonBody, named, inList, isSecret } = this.resource.create;
    return this.command(
      `create ${fc.stringify(fields)}${twice ? ' twice' : ''}`,
      always,
      async (model, { calls }) => {
        const said = { body: body({ ...fields, ...(await named?.(calls)) }), key: randomUUID() };
        const answer = await calls.expect(CREATED, operation, {}, said);
        const first: unknown = JSON.parse(answer.text);
        const view = (inList ? (first as Fields[])[0] : first) as Fields;
        model.alive.push({ id: String(view[this.resource.idField]), view });
        if (!twice) return;
        const again = await calls.call(operation, {}, said);
        if (isSecret ? again.status !== 409 : again.text !== answer.text || again.status !== CREATED)
          throw calls.offence('The same Idempotency-Key had another effect or answer.', again);
      },
    );
  }

  read(n: number): Command {
    const { read = '' } = this.resource;
    return this.command(`read ${n}`, hasAlive, async ({ alive }, { calls }) => {
      const item = at(alive, n);
      const answer = await calls.expect(200, read, this.named(item));
      assertSame(item.view, answer, calls);
    });
  }

  change(n: number, fields: Fields): Command {
    const operation = this.resource.change?.operation ?? '';
    return this.command(`change ${n} ${fc.stringify(fields)}`, hasAlive, async ({ alive }, { calls }) => {
      const item = at(alive, n);
      const answer = await calls.expect(200, operation, this.named(item), { body: jsonBody(fields) });
      assertSame(trimmed(fields), answer, calls);
      item.view = { ...item.view, ...(JSON.parse(answer.text) as Fields) };
    });
  }

  remove(n: number): Command {
    return this.command(`remove ${n}`, hasAlive, async ({ alive, gone }, { calls }) => {
      const item = at(alive, n);
      for (const operation of this.resource.remove) await this.done(calls, operation, item);
      alive.splice(alive.indexOf(item), 1);
      gone.push(item);
    });
  }

  /** Reads, changes and deletes an object that is deleted. */
  afterwards(n: number, fields: Fields): Command {
    const { read, change, remove, gone: status, use } = this.resource;
    return this.command(`use ${n} after its deletion`, hasGone, async ({ gone }, { calls }) => {
      const item = at(gone, n);
      const named = this.named(item);
      if (read !== undefined) await calls.expect(404, read, named);
      if (change !== undefined)
        await calls.expect(status?.change ?? 404, change.operation, named, { body: jsonBody(fields) });
      const [first = ''] = remove;
      await calls.expect(status?.remove ?? 404, first, named);
      await use?.(calls, named, { view: item.view, isGone: true });
    });
  }

  /** Lists all pages, which together must contain each object once. */
  list(limit: number): Command {
    return this.command(`list by ${limit}`, always, async ({ alive, gone }, { calls, before }) => {
      const { operation, keeps = false, counted } = this.resource.list;
      const wanted = before + alive.length + (keeps ? gone.length : 0);
      const listed: Fields[] = [];
      for (let offset = 0; offset === 0 || offset < wanted; offset += limit) {
        const answer = await calls.expect(200, operation, {}, { query: { limit, offset } });
        const page = JSON.parse(answer.text) as { count: number; results: Fields[] };
        if (page.count !== wanted)
          throw calls.offence(`The count is ${page.count} instead of ${wanted}.`, answer);
        listed.push(...page.results);
        this.assertListed(listed, answer, calls);
      }
      if (counted !== undefined) await assertCounted(calls, counted, wanted);
      const ids = new Set(listed.map((item) => String(item[this.resource.idField])));
      const missing = alive.find(({ id }) => !ids.has(id));
      if (missing) throw calls.offence(`The list lacks ${missing.id}.`);
      if (ids.size !== wanted) throw calls.offence(`The list has ${ids.size} of ${wanted}.`);
      const wrong = gone.find(({ id }) => ids.has(id) !== keeps);
      if (wrong) throw calls.offence(`The deleted ${wrong.id} is ${keeps ? 'not ' : ''}listed.`);
    });
  }

  /** Uses an object, and reads it afterwards: the model does not know what the use changes. */
  use(n: number): Command {
    const { read, use } = this.resource;
    return this.command(`use ${n}`, hasAlive, async ({ alive }, { calls }) => {
      const item = at(alive, n);
      await use?.(calls, this.named(item), { view: item.view, isGone: false });
      if (read === undefined) return;
      const { text } = await calls.expect(200, read, this.named(item));
      item.view = JSON.parse(text) as Fields;
    });
  }

  private assertListed(listed: readonly Fields[], answer: Answer, calls: Calls): void {
    const ids = listed.map((item) => item[this.resource.idField]);
    if (new Set(ids).size !== ids.length) throw calls.offence('An item is on two pages.', answer);
  }

  private async done(calls: Calls, operation: string, item: Item): Promise<void> {
    const answer = await calls.call(operation, this.named(item));
    if (answer.status !== 204 && answer.status !== 200)
      throw calls.offence(`${operation} was answered with ${answer.status}.`, answer);
  }

  private named({ id }: Item): Named {
    return { [this.resource.parameter]: id };
  }

  /** A command counts as one case, however many requests it takes. */
  private command(
    name: string,
    check: (model: Readonly<Model>) => boolean,
    work: (model: Model, real: Real) => Promise<void>,
  ): Command {
    return {
      check,
      toString: () => name,
      run: (model, real) =>
        this.watch(async () => {
          const before = real.calls.sent.length;
          await work(model, real);
          return { outcome: 'done', requests: real.calls.sent.length - before };
        }),
    };
  }
}

const always = (): boolean => true;
const hasAlive = ({ alive }: Readonly<Model>): boolean => alive.length > 0;
const hasGone = ({ gone }: Readonly<Model>): boolean => gone.length > 0;

function at(items: readonly Item[], n: number): Item {
  const item = items[n % items.length];
  if (!item) throw new Error('Nothing was created.');
  return item;
}

/** Names and titles are returned without the white space around them. */
function trimmed(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  );
}

/** Asserts that a response has the same fields, except for white space around texts and fields that change by themselves. */
function assertSame(wanted: Fields, answer: Answer, calls: Calls): void {
  const got = trimmed(JSON.parse(answer.text) as Fields);
  const other = Object.entries(trimmed(wanted)).find(
    ([name, value]) =>
      name in got && !OF_ITSELF.includes(name) && JSON.stringify(got[name]) !== JSON.stringify(value),
  );
  if (other) throw calls.offence(`The field ${other[0]} is not ${JSON.stringify(other[1])}.`, answer);
}

/** @throws Offence if the count differs. */
async function assertCounted(calls: Calls, operation: string, wanted: number): Promise<void> {
  const answer = await calls.expect(200, operation, {});
  const { total } = JSON.parse(answer.text) as Fields;
  if (total !== wanted) throw calls.offence(`The total is ${String(total)} instead of ${wanted}.`, answer);
}

/** Fields that change without a request to change them. */
const OF_ITSELF: readonly string[] = [
  'updated_at',
  'suggested_action',
  'suggestion',
  'indexing_status',
  'key',
];
