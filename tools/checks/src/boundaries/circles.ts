import { dirname, join } from 'node:path/posix';

/** A source file of one package: its path under the package's `src`, and its text. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

const RELATIVE_IMPORT = /\bfrom\s*'(\.{1,2}\/[^']+)'|\bimport\s*\(?\s*'(\.{1,2}\/[^']+)'/g;

/**
 * The circles in which the folders of a package import each other, each as a sentence. A file directly in `src` counts as a
 * folder of its own: configuration is imported from below, and the module imports from above.
 */
export function judgeCircles(root: string, files: readonly SourceFile[]): string[] {
  const imports = new Map<string, Set<string>>();
  for (const { path, text } of files) {
    const from = topOf(path);
    const targets = imports.get(from) ?? new Set();
    for (const target of importsOf(path, text)) if (topOf(target) !== from) targets.add(topOf(target));
    imports.set(from, targets);
  }
  return circlesIn(imports).map(
    (circle) => `${root}: ${[...circle, circle[0]].join(' imports ')}. Move what they share below both.`,
  );
}

function importsOf(path: string, text: string): string[] {
  return [...text.matchAll(RELATIVE_IMPORT)]
    .map(([, declared, dynamic]) => join(dirname(path), declared ?? dynamic ?? ''))
    .filter((target) => !target.startsWith('..'));
}

function topOf(path: string): string {
  return path.split('/')[0] ?? path;
}

/** A circle for each folder that can be reached from itself, unless an earlier circle contains the folder. */
function circlesIn(imports: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const circles: string[][] = [];
  for (const folder of imports.keys()) {
    if (circles.some((circle) => circle.includes(folder))) continue;
    const circle = wayBack(folder, imports);
    if (circle) circles.push(circle);
  }
  return circles;
}

/** The shortest way from a folder back to itself. */
function wayBack(start: string, imports: ReadonlyMap<string, ReadonlySet<string>>): string[] | undefined {
  const ways: string[][] = [[start]];
  const visited = new Set<string>();
  for (const way of ways) {
    for (const next of imports.get(way.at(-1) ?? '') ?? []) {
      if (next === start) return way;
      if (!visited.has(next)) ways.push([...way, next]);
      visited.add(next);
    }
  }
  return undefined;
}
