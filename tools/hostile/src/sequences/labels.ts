import fc from 'fast-check';
import type { Named } from '../product/world.ts';
import type { Watch } from '../property.ts';
import { formBody, type Part } from '../requests/forms.ts';
import { jsonBody } from '../requests/request.ts';
import { textIn } from '../product/api.ts';
import type { Calls } from './calls.ts';

const MOST_COMMANDS = 25;

type Pair = readonly [key: string, value: string];

/** The labels that each document must have, by its id. */
export type Labelled = Map<string, Set<string>>;

type Command = fc.AsyncCommand<Labelled, Calls>;

const pairs: fc.Arbitrary<Pair> = fc.tuple(
  fc.constantFrom('department', 'Department', '__proto__', 'ä'),
  fc.constantFrom('Sales', 'sales', '', '{"x":1}', '日本'),
);

/** Sequences of adding and removing labels of documents, in which the counts of values agree with the documents. */
export function labelCommands(watch: Watch): fc.Arbitrary<Iterable<Command>> {
  const made = new LabelCommands(watch);
  const target = fc.nat({ max: 20 });
  return fc.commands(
    [
      fc.constant(made.upload()),
      fc.tuple(target, pairs).map(([n, pair]) => made.add(n, pair)),
      fc.tuple(target, pairs).map(([n, pair]) => made.add(n, pair)),
      fc.tuple(target, pairs).map(([n, pair]) => made.removePair(n, pair)),
      fc.tuple(target, pairs).map(([n, [key]]) => made.removeKey(n, key)),
      target.map((n) => made.read(n)),
      target.map((n) => made.remove(n)),
      pairs.map(([, value]) => made.filter(value)),
    ],
    { maxCommands: MOST_COMMANDS, size: 'max' },
  );
}

class LabelCommands {
  private readonly watch: Watch;

  constructor(watch: Watch) {
    this.watch = watch;
  }

  upload(): Command {
    return this.command('upload', false, async (labelled, calls) => {
      const parts: Part[] = [
        { field: 'skip_parsing', content: 'true' },
        { field: 'files', content: 'The plan.', file: { name: 'plan.txt', type: 'text/plain' } },
      ];
      const { text } = await calls.expect(201, 'documents_store', {}, { body: formBody(parts) });
      const [document] = JSON.parse(text) as unknown[];
      labelled.set(textIn(document, 'id'), new Set());
    });
  }

  add(n: number, [key, value]: Pair): Command {
    return this.about(`add ${key}: ${value}`, n, async ({ labels, calls, named }) => {
      await calls.expect(200, 'document_metadata_add', named, { body: jsonBody({ key, value }) });
      labels.add(JSON.stringify([key, value]));
    });
  }

  removePair(n: number, [key, value]: Pair): Command {
    return this.about(`remove ${key}: ${value}`, n, async ({ labels, calls, named }) => {
      await calls.call('document_metadata_remove_pair', named, { body: jsonBody({ key, value }) });
      labels.delete(JSON.stringify([key, value]));
    });
  }

  removeKey(n: number, key: string): Command {
    return this.about(`remove ${key}`, n, async ({ labels, calls, named }) => {
      await calls.call('document_metadata_remove_key', named, { body: jsonBody({ key }) });
      for (const label of labels) if (label.startsWith(`[${JSON.stringify(key)},`)) labels.delete(label);
    });
  }

  read(n: number): Command {
    return this.about('read', n, async ({ labels, calls, named }) => {
      const answer = await calls.expect(200, 'documents_get', named);
      const { metadata } = JSON.parse(answer.text) as { metadata: unknown[] };
      const got = metadata.map((pair) => JSON.stringify(pair)).sort();
      if (got.join() !== [...labels].sort().join())
        throw calls.offence(`The labels are not ${[...labels].join(', ')}.`, answer);
    });
  }

  remove(n: number): Command {
    return this.about('delete', n, async ({ labelled, calls, named, id }) => {
      await calls.expect(204, 'documents_remove', named);
      labelled.delete(id);
      await calls.expect(404, 'document_metadata_add', named, { body: jsonBody({ key: 'a', value: 'b' }) });
    });
  }

  /** Filters by a value, which must find the documents that have it, whatever the case of its letters. */
  filter(value: string): Command {
    return this.command(`filter by ${value}`, false, async (labelled, calls) => {
      const said = { body: jsonBody({ metadata_values: [value] }), query: { limit: 1000 } };
      const answer = await calls.expect(200, 'document_metadata_filter', {}, said);
      const { count, results } = JSON.parse(answer.text) as { count: number; results: unknown[] };
      const got = results.map((document) => textIn(document, 'id')).sort();
      const wanted = [...labelled]
        .filter(([, labels]) => [...labels].some((label) => hasValue(label, value)))
        .map(([id]) => id);
      if (count !== wanted.length || got.join() !== wanted.sort().join())
        throw calls.offence(`The filter does not find exactly ${wanted.length}.`, answer);
    });
  }

  private about(name: string, n: number, work: (given: About) => Promise<void>): Command {
    return this.command(`${name} of ${n}`, true, async (labelled, calls) => {
      const [id, labels] = [...labelled][n % labelled.size] ?? ['', new Set<string>()];
      await work({ labelled, labels, calls, id, named: { document_id: id } });
    });
  }

  /** A command counts as one case, however many requests it takes. */
  private command(
    name: string,
    needsOne: boolean,
    work: (labelled: Labelled, calls: Calls) => Promise<void>,
  ): Command {
    return {
      check: (labelled) => !needsOne || labelled.size > 0,
      toString: () => name,
      run: (labelled, calls) =>
        this.watch(async () => {
          const before = calls.sent.length;
          await work(labelled, calls);
          return { outcome: 'done', requests: calls.sent.length - before };
        }),
    };
  }
}

interface About {
  readonly labelled: Labelled;
  readonly labels: Set<string>;
  readonly calls: Calls;
  readonly id: string;
  readonly named: Named;
}

function hasValue(label: string, value: string): boolean {
  const [, own] = JSON.parse(label) as [string, string];
  return own.toLowerCase() === value.toLowerCase();
}
