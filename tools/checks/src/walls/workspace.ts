import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository. */
export const ROOT = fileURLToPath(new URL('../../../..', import.meta.url)).replace(/[/\\]$/, '');

/** A package of this repository, as its manifest describes it. */
export interface Project {
  readonly name: string;
  /** Relative to the root, with `/`. */
  readonly folder: string;
  readonly tags: readonly string[];
  readonly dependencies: readonly string[];
  /** The dependencies that the manifest declares for Nx in addition. */
  readonly implicitDependencies: readonly string[];
  /** The names of its targets. */
  readonly targets: readonly string[];
}

interface Manifest {
  readonly name?: string;
  readonly workspaces?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly nx?: {
    readonly tags?: readonly string[];
    readonly implicitDependencies?: readonly string[];
    readonly targets?: Readonly<Record<string, object>>;
  };
}

/** Every package of the workspace. */
export function readProjects(root: string = ROOT): Project[] {
  const patterns = readManifest(join(root, 'package.json')).workspaces ?? [];
  return patterns
    .flatMap((pattern) => globSync(`${pattern}/package.json`, { cwd: root }))
    .map((file) => toProject(root, file))
    .sort((left, right) => left.folder.localeCompare(right.folder));
}

/** The kind of a package: the text after `type:` in its only such tag, or null. */
export function kindOf(project: Project): string | null {
  const kinds = project.tags.filter((tag) => tag.startsWith('type:'));
  return kinds.length === 1 ? (kinds[0]?.slice('type:'.length) ?? null) : null;
}

function toProject(root: string, file: string): Project {
  const manifest = readManifest(join(root, file));
  return {
    name: manifest.name ?? '',
    folder: dirname(file).split(sep).join('/'),
    tags: manifest.nx?.tags ?? [],
    dependencies: Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }),
    implicitDependencies: manifest.nx?.implicitDependencies ?? [],
    targets: Object.keys(manifest.nx?.targets ?? {}),
  };
}

function readManifest(file: string): Manifest {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Manifest) : {};
}
