import type { Node, Rule } from './oxlint.ts';

/** Names that are the same in every language. */
const names = new Set(['Karat', 'UID', 'VIP', 'QR', 'USDT', 'BTC', 'OCO', 'IOC', 'FOK', 'GTC']);
/** Attributes with text for users. */
const spoken = new Set(['label', 'title', 'alt', 'placeholder', 'aria-label', 'hint', 'text', 'name']);
const LETTERS = /\p{L}{2,}/gu;

const isText = (text: string): boolean => (text.match(LETTERS) ?? []).some((word) => !names.has(word));

/** Texts of the phone app come from its catalogues: TSX contains none. */
export const translated: Rule = {
  create(context) {
    if (!/apps[\\/]web[\\/]src[\\/].*\.tsx$/.test(context.filename)) return {};
    const report = (node: Node, text: string): void =>
      context.report({ node, message: `"${text.trim()}" must come from the catalogues, in nine languages` });
    return {
      JSXText(node) {
        if (isText(node.value)) report(node, node.value);
      },
      JSXAttribute(node) {
        const { name, value, parent } = node;
        if (value?.type !== 'Literal' || typeof value.value !== 'string' || !isText(value.value)) return;
        const called = name.type === 'JSXIdentifier' ? name.name : '';
        // The name of a form control, or of a meta element, is not shown to users.
        const element =
          parent.type === 'JSXOpeningElement' && parent.name.type === 'JSXIdentifier' ? parent.name.name : '';
        if (spoken.has(called) && !(called === 'name' && /^[a-z]/.test(element))) report(node, value.value);
      },
      JSXExpressionContainer(node) {
        const { expression, parent } = node;
        if (parent.type === 'JSXAttribute') return;
        if (
          expression.type === 'Literal' &&
          typeof expression.value === 'string' &&
          isText(expression.value)
        ) {
          report(node, expression.value);
        }
      },
    };
  },
};
