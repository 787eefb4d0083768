import type { DocxStyles, ListPlace } from './docx-styles.ts';
import { numberAs } from './list-number-formats.ts';
import { type Tag, type Visitor, isOn, walk, wholeIn } from './xml-walk.ts';

/** Word has so many levels. */
const MOST_LEVELS = 9;

/** A longer number is cut to this length. Characters. */
const LONGEST = 100;

/** Lists that are defined by each other's styles are followed so far. */
const MOST_LINKS = 10;

interface Level {
  start: number;
  format: string;
  /** Such as "%1.%2". */
  text: string;
  /** The style whose paragraphs are on this level. */
  style: string | undefined;
  /** After which levels it begins again, from 1; 0 for none. */
  restart: number | undefined;
  /** Whether the numbers of all levels are written in digits. */
  isLegal: boolean;
  isHidden: boolean;
}

/** The levels that lists have in common, which are counted together. */
interface Definition {
  readonly levels: Map<number, Level>;
  /** The style that has the levels instead. */
  style: string | undefined;
  readonly counts: (number | undefined)[];
}

interface List {
  definition: string | undefined;
  /** Levels of its own, where they begin to count, and which have begun there. */
  readonly levels: Map<number, Level>;
  readonly starts: Map<number, number>;
  readonly begun: Set<number>;
}

/** Counts the items of the lists of a DOCX, as they come. */
export class DocxNumbering implements Visitor {
  readonly #styles: DocxStyles;
  readonly #definitions = new Map<string, Definition>();
  readonly #lists = new Map<string, List>();
  #definition: Definition | null = null;
  #list: List | null = null;
  #level: Level | null = null;
  #place = 0;

  constructor(xml: string, styles: DocxStyles) {
    this.#styles = styles;
    walk(xml, this);
  }

  /** The number of the next paragraph in a style or in a list, as Word shows it; "" for a bullet and outside lists. */
  next(style: string | undefined, { list, level }: ListPlace): string {
    const byStyle = this.#styles.listOf(style);
    const [own, definition] = this.#find(list ?? byStyle.list);
    if (!own || !definition) return '';
    const place = level ?? levelOf(style, definition) ?? byStyle.level ?? 0;
    return place < MOST_LEVELS ? this.#count(own, definition, place) : '';
  }

  open(tag: Tag): void {
    const { name, attribute } = tag;
    if (name === 'abstractNum') this.#define(attribute('abstractNumId') ?? '');
    else if (name === 'num') this.#begin(attribute('numId') ?? '');
    else if (name === 'lvl') this.#beginLevel(wholeIn(tag, 'ilvl') ?? 0);
    else if (this.#level) describe(this.#level, tag);
    else if (this.#list) this.#describe(this.#list, tag);
    else if (name === 'numStyleLink' && this.#definition) this.#definition.style = attribute('val');
  }

  close(name: string): void {
    if (name === 'abstractNum') this.#definition = null;
    else if (name === 'num') this.#list = null;
    else if (name === 'lvl') this.#level = null;
  }

  #define(id: string): void {
    this.#definition = { levels: new Map(), style: undefined, counts: [] };
    this.#definitions.set(id, this.#definition);
  }

  #begin(id: string): void {
    this.#list = { definition: undefined, levels: new Map(), starts: new Map(), begun: new Set() };
    this.#lists.set(id, this.#list);
  }

  #describe(list: List, tag: Tag): void {
    if (tag.name === 'abstractNumId') list.definition = tag.attribute('val');
    else if (tag.name === 'lvlOverride') this.#place = wholeIn(tag, 'ilvl') ?? 0;
    else if (tag.name === 'startOverride') list.starts.set(this.#place, wholeIn(tag) ?? 0);
  }

  #beginLevel(place: number): void {
    this.#level = {
      start: 0,
      format: 'decimal',
      text: '',
      style: undefined,
      restart: undefined,
      isLegal: false,
      isHidden: false,
    };
    (this.#list ?? this.#definition)?.levels.set(place, this.#level);
  }

  #find(id: string | undefined): readonly [List | undefined, Definition | undefined] {
    const own = this.#lists.get(id ?? '');
    let definition = this.#definitions.get(own?.definition ?? '');
    for (let links = 0; definition?.style !== undefined && links < MOST_LINKS; links += 1) {
      const linked = this.#lists.get(this.#styles.listOf(definition.style).list ?? '');
      definition = this.#definitions.get(linked?.definition ?? '');
    }
    return [own, definition];
  }

  #count(own: List, { levels, counts }: Definition, place: number): string {
    const levelAt = (at: number) => own.levels.get(at) ?? levels.get(at);
    const startOf = (at: number) => own.starts.get(at) ?? levelAt(at)?.start ?? 1;
    for (let above = 0; above < place; above += 1) counts[above] ??= startOf(above);
    const begins = own.starts.has(place) && !own.begun.has(place);
    own.begun.add(place);
    const count = begins ? undefined : counts[place];
    counts[place] = count === undefined ? startOf(place) : count + 1;
    for (let below = place + 1; below < MOST_LEVELS; below += 1) {
      if (place < (levelAt(below)?.restart ?? MOST_LEVELS)) counts[below] = undefined;
    }
    return shown(place, counts, levelAt);
  }
}

/** The number of a level, with those of the levels above it that are part of it. */
function shown(
  place: number,
  counts: readonly (number | undefined)[],
  levelAt: (at: number) => Level | undefined,
): string {
  const level = levelAt(place);
  if (!level || level.isHidden || level.format === 'bullet') return '';
  const numberAt = (at: number) =>
    numberAs(level.isLegal ? 'decimal' : (levelAt(at)?.format ?? 'decimal'), counts[at] ?? 0);
  return level.text
    .replace(/%([1-9])/g, (_, digit: string) => numberAt(Number(digit) - 1))
    .trim()
    .slice(0, LONGEST);
}

function levelOf(style: string | undefined, { levels }: Definition): number | undefined {
  if (style === undefined) return undefined;
  return [...levels].find(([, level]) => level.style === style)?.[0];
}

function describe(level: Level, tag: Tag): void {
  const { name, attribute } = tag;
  if (name === 'start') level.start = wholeIn(tag) ?? 0;
  else if (name === 'numFmt') level.format = attribute('val') ?? level.format;
  else if (name === 'lvlText') level.text = (attribute('val') ?? '').slice(0, LONGEST);
  else if (name === 'pStyle') level.style = attribute('val');
  else if (name === 'lvlRestart') level.restart = wholeIn(tag);
  else if (name === 'isLgl') level.isLegal = isOn(tag);
  else if (name === 'vanish') level.isHidden = isOn(tag);
}
