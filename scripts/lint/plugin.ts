import { relative, sep } from 'node:path';
import type { Context, Expression, MemberExpression, Node, Rule, Visitor } from './oxlint.ts';
import { objection } from './layers.ts';
import { translated } from './translated.ts';

const pathFromRoot = (context: Context): string =>
  relative(context.cwd, context.filename).split(sep).join('/');

/** Calls back for every module that a file names: imports, re-exports, dynamic imports and types. */
function eachImport(check: (specifier: string, node: Node) => void): Visitor {
  const literal = (source: Expression | null): void => {
    if (source?.type === 'Literal' && typeof source.value === 'string') check(source.value, source);
  };
  return {
    ImportDeclaration: (node) => literal(node.source),
    ExportNamedDeclaration: (node) => literal(node.source),
    ExportAllDeclaration: (node) => literal(node.source),
    ImportExpression: (node) => literal(node.source),
    TSImportType: (node) => literal(node.source),
  };
}

/** Layers import each other's public interface only, and only along allowed dependencies. */
const boundaries: Rule = {
  create(context) {
    const file = pathFromRoot(context);
    return eachImport((specifier, node) => {
      const message = objection(file, specifier);
      if (message !== undefined) context.report({ node, message });
    });
  },
};

const isPure = (file: string): boolean =>
  !/\.test\.tsx?$/.test(file) &&
  (/(^|\/)rules(\.ts$|\/)/.test(file) || /^packages\/(money|orderbook)\//.test(file));

const impureNames = new Set([
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'fetch',
  'process',
  'performance',
  'crypto',
  'parseFloat',
  'console',
]);
const impureMembers = new Set(['Date.now', 'Math.random', 'Number.parseFloat']);
/** Digests are arithmetic; keys and random bytes are not. */
const pureCrypto = new Set(['createHash', 'createHmac', 'hash', 'timingSafeEqual']);
const roundsInFloat = new Set(['toFixed', 'toPrecision', 'toExponential']);

/** Rules and the two arithmetic packages compute from their arguments: no clock, randomness, timers, floats or machine. */
const pure: Rule = {
  create(context) {
    if (!isPure(pathFromRoot(context))) return {};
    const report = (node: Node, what: string): void =>
      context.report({
        node,
        message: `${what} has no place in pure rules: pass the time, chance or amount in`,
      });
    return {
      ...eachImport((specifier, node) => {
        if (specifier === 'node:crypto' && node.parent?.type === 'ImportDeclaration') return;
        if (specifier.startsWith('node:') || specifier.startsWith('@karat/platform')) report(node, specifier);
      }),
      ImportSpecifier(node) {
        const { imported, parent } = node;
        if (parent.type !== 'ImportDeclaration' || parent.source.value !== 'node:crypto') return;
        if (imported.type === 'Identifier' && !pureCrypto.has(imported.name)) report(node, imported.name);
      },
      NewExpression(node) {
        if (node.callee.type === 'Identifier' && node.callee.name === 'Date' && node.arguments.length === 0) {
          report(node, 'new Date()');
        }
      },
      CallExpression(node) {
        if (node.callee.type === 'Identifier' && node.callee.name === 'Date') report(node, 'Date()');
      },
      Identifier(node) {
        if (!impureNames.has(node.name) || isOwnName(node)) return;
        report(node, node.name);
      },
      MemberExpression(node) {
        const name = memberName(node);
        if (name === undefined) return;
        if (roundsInFloat.has(name)) report(node, name);
        const global =
          node.object.type === 'Identifier' && /^(globalThis|window|self)$/.test(node.object.name);
        if (global && impureNames.has(name)) report(node, name);
        if (node.object.type === 'Identifier' && impureMembers.has(`${node.object.name}.${name}`)) {
          report(node, `${node.object.name}.${name}`);
        }
      },
    };
  },
};

function memberName(node: MemberExpression): string | undefined {
  const { property } = node;
  if (property.type === 'Identifier' && !node.computed) return property.name;
  return property.type === 'Literal' && typeof property.value === 'string' ? property.value : undefined;
}

/** Returns true if the identifier only names a property or a member of a type, as in `order.process`. */
function isOwnName(node: Node): boolean {
  const { parent } = node;
  if (parent === null) return false;
  if (parent.type === 'MemberExpression') return parent.property === node && !parent.computed;
  if (parent.type === 'Property') return parent.key === node && !parent.computed && parent.value !== node;
  return ['PropertyDefinition', 'MethodDefinition', 'TSPropertySignature', 'TSMethodSignature'].includes(
    parent.type,
  );
}

const needsDatabase = new Set(['pg', '@karat/platform/postgres', '@karat/server']);

/** The name of a test file says what it needs: pure tests must not use a database or a server. */
const testRings: Rule = {
  create(context) {
    if (!/(?<!\.(db|api))\.test\.tsx?$/.test(pathFromRoot(context))) return {};
    const report = (node: Node): void =>
      context.report({
        node,
        message: 'a test with a database is named *.db.test.ts, one with a server *.api.test.ts',
      });
    return {
      ImportDeclaration(node) {
        if (needsDatabase.has(node.source.value)) report(node);
        if (node.source.value !== '@karat/testkit') return;
        for (const part of node.specifiers) {
          if (part.local.name === 'createTestDatabase') report(part);
        }
      },
    };
  },
};

const moneyTypes = new Set(['Amount', 'Price', 'Rate', 'Decimal']);

/** Only `packages/money` casts to its types: everywhere else its functions name the rounding. */
const moneyCasts: Rule = {
  create(context) {
    if (pathFromRoot(context).startsWith('packages/money/')) return {};
    return {
      TSTypeReference(node) {
        const { typeName } = node;
        if (typeName.type !== 'Identifier' || !moneyTypes.has(typeName.name) || !isCast(node)) return;
        const message = `a cast to ${typeName.name} hides its rounding: use the functions of @karat/money`;
        context.report({ node, message });
      },
    };
  },
};

/** Returns true if the type is what a value is cast to, also as part of an array, a union or an object. */
function isCast(type: Node): boolean {
  for (let node = type; node.parent !== null && isPartOfType(node.parent); node = node.parent)
    if (node.parent.type === 'TSAsExpression' || node.parent.type === 'TSTypeAssertion') return true;
  return false;
}

const isPartOfType = ({ type }: Node): boolean => type.startsWith('TS') && !type.endsWith('Declaration');

const plugin = {
  meta: { name: 'karat' },
  rules: { boundaries, pure, 'money-casts': moneyCasts, 'test-rings': testRings, translated },
};
export default plugin;
