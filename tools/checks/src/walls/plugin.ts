import type { ESLint, Rule } from 'eslint';
import { judgeImport } from './judge.ts';
import { readProjects } from './workspace.ts';

const SOURCES = [
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
  'TSExternalModuleReference',
  'CallExpression[callee.name="require"]',
];

const imports: Rule.RuleModule = {
  meta: {
    type: 'problem',
    docs: { description: 'Holds the walls between the packages, type imports included.' },
  },
  create(context) {
    const projects = readProjects();
    const check = (node: Rule.Node): void => {
      const module = moduleNamedBy(node);
      const sentence = module === null ? null : judgeImport(context.filename, module, projects);
      if (sentence !== null) context.report({ node, message: sentence });
    };
    return Object.fromEntries(SOURCES.map((selector) => [selector, check]));
  },
};

/** ESLint's rule `walls/imports`. */
export const walls: ESLint.Plugin = { rules: { imports } };

/** The text that an import of any form names. */
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
