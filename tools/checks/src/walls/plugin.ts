import { relative, sep } from 'node:path';
import type { ESLint, Rule } from 'eslint';
import { documented } from './documented.ts';
import { RESTRICTIONS } from './table.ts';
import { ROOT } from './workspace.ts';

const SOURCES = [
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
  'TSExternalModuleReference',
  'CallExpression[callee.name="require"]',
];

const restricted: Rule.RuleModule = {
  meta: {
    type: 'problem',
    docs: {
      description: 'Keeps the ORM, the database driver and HTTP to some files, type imports included.',
    },
  },
  create(context) {
    const check = (node: Rule.Node): void => {
      const module = moduleNamedBy(node);
      const sentence = module === null ? null : refusalOf(context.filename, module);
      if (sentence !== null) context.report({ node, message: sentence });
    };
    return Object.fromEntries(SOURCES.map((selector) => [selector, check]));
  },
};

/** ESLint's rules `walls/restricted` and `walls/documented`. */
export const walls: ESLint.Plugin = { rules: { restricted, documented } };

/** The sentence that says why a file may not import a module, or null when it may. */
function refusalOf(file: string, module: string): string | null {
  const path = relative(ROOT, file).split(sep).join('/');
  const restriction = RESTRICTIONS.find(({ modules }) => modules.test(module));
  if (restriction === undefined || restriction.allowedIn.some((place) => place.test(path))) return null;
  return restriction.sentence;
}

/** The module that an import of any form names. */
function moduleNamedBy(node: object): string | null {
  if ('source' in node) return textOf(node.source);
  if ('expression' in node) return textOf(node.expression);
  if ('arguments' in node && Array.isArray(node.arguments)) return textOf(node.arguments[0]);
  if ('argument' in node) return textOf(node.argument);
  return null;
}

function textOf(node: unknown): string | null {
  if (typeof node !== 'object' || node === null) return null;
  if ('literal' in node) return textOf(node.literal);
  return 'value' in node && typeof node.value === 'string' ? node.value : null;
}
