import type { RelatedWords } from '../search/related-words.ts';
import { formOf } from '../search/word-forms.ts';

/** Only single words are compared. */
const WORD = /^[a-z0-9]+$/;

/** The relations to meanings that are more specific: kinds and examples. */
const MORE_SPECIFIC = new Set(['~', '~i']);

/** A meaning that words share: one entry of WordNet's data files. */
interface Meaning {
  /** The words' forms. */
  readonly forms: readonly string[];
  /** The keys of more specific meanings. */
  readonly specific: readonly string[];
}

/**
 * The related words in the contents of WordNet's data files (`data.noun`, …): for each word a line with its form, the forms of words
 * that mean the same, and those of words that only mean something more specific. Tabs separate the three, spaces the forms.
 */
export function relatedWords(files: readonly string[]): string[] {
  const meanings = new Map(files.flatMap((file) => [...meaningsIn(file)]));
  const related = new Map<string, RelatedWords>();
  for (const { forms, specific } of meanings.values()) {
    const below = specific.flatMap((key) => meanings.get(key)?.forms ?? []);
    for (const form of forms) {
      const known = related.get(form);
      related.set(form, { same: union(known?.same, forms), specific: union(known?.specific, below) });
    }
  }
  return [...related].flatMap(([form, words]) => lineOf(form, words)).sort();
}

/** The licence, which has to be kept: the indented lines at the beginning of each file. */
export function licenceOf(file: string): string[] {
  return file.split('\n').filter((line) => line.startsWith(' '));
}

function union(known: ReadonlySet<string> | undefined, others: readonly string[]): Set<string> {
  return new Set([...(known ?? []), ...others]);
}

function lineOf(form: string, { same, specific }: RelatedWords): string[] {
  const others = [same.difference(new Set([form])), specific.difference(same)];
  if (others.every(({ size }) => size === 0)) return [];
  return [[form, ...others.map((forms) => [...forms].sort().join(' '))].join('\t')];
}

/** The meanings of a file by their keys. */
function* meaningsIn(file: string): Generator<[string, Meaning]> {
  for (const line of file.split('\n')) {
    if (line === '' || line.startsWith(' ')) continue;
    const fields = line.split(' ');
    const [offset = '', , kind = '', count = ''] = fields;
    const end = 4 + 2 * Number.parseInt(count, 16);
    const relations = fields.slice(end + 1, end + 1 + 4 * Number(fields[end]));
    const forms = everyNth(fields.slice(4, end), 2).flatMap(formsOf);
    yield [keyOf(kind, offset), { forms, specific: moreSpecificIn(relations) }];
  }
}

/** Relations are four fields each: the relation, and the offset, the part of speech and the words of the other meaning. */
function moreSpecificIn(fields: readonly string[]): string[] {
  return everyNth(fields, 4).flatMap((relation, index) =>
    MORE_SPECIFIC.has(relation) ? [keyOf(fields[4 * index + 2] ?? '', fields[4 * index + 1] ?? '')] : [],
  );
}

/** An offset is unique only within the file of a part of speech. */
function keyOf(kind: string, offset: string): string {
  return `${kind}${offset}`;
}

function everyNth(fields: readonly string[], nth: number): string[] {
  return fields.filter((_field, index) => index % nth === 0);
}

/** An adjective may be followed by its position in a phrase, in brackets. */
function formsOf(word: string): string[] {
  const plain = word.toLowerCase().split('(')[0] ?? '';
  return WORD.test(plain) ? [formOf(plain)] : [];
}
