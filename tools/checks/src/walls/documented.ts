import type { Rule, SourceCode } from 'eslint';

/** ESLint's rule `walls/documented`. */
export const documented: Rule.RuleModule = {
  meta: {
    type: 'suggestion',
    docs: { description: 'Whatever a library exports has a sentence of TSDoc, which says what is promised.' },
  },
  create(context) {
    /** The overloads of a function have one comment, before the first of them. */
    const functions = new Set<string>();
    return {
      ExportNamedDeclaration(node) {
        const { declaration } = node;
        if (!declaration) return;
        const name = nameOf(declaration, context.sourceCode);
        const isFunction = /Function/.test(declaration.type);
        if (isFunction && functions.has(name)) return;
        if (isFunction) functions.add(name);
        if (!hasTsdoc(node, context.sourceCode))
          context.report({
            node,
            message: `${name} is exported: say in a sentence of TSDoc what is promised.`,
          });
      },
    };
  },
};

function hasTsdoc(node: Rule.Node, sourceCode: SourceCode): boolean {
  const comments = sourceCode.getCommentsBefore(firstPartOf(node));
  return comments.some(({ type, value }) => type === 'Block' && value.startsWith('*'));
}

/** The first part of an exported declaration: the decorators of a class precede its `export`. */
function firstPartOf(node: Rule.Node): Rule.Node {
  const declaration: object = ('declaration' in node && node.declaration) || {};
  const [first] = 'decorators' in declaration ? (declaration.decorators as Rule.Node[]) : [];
  return first ?? node;
}

/** The names that a declaration declares, as they are written. */
function nameOf(declaration: object, sourceCode: SourceCode): string {
  if ('declarations' in declaration && Array.isArray(declaration.declarations))
    return declaration.declarations.map((one: object) => nameOf(one, sourceCode)).join(', ');
  return 'id' in declaration ? sourceCode.getText(declaration.id as Rule.Node) : '';
}
