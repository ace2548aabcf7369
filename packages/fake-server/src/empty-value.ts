import type { z } from 'zod';

/** Texts for patterns that refuse the empty one: numbers, days, names of choices. */
const TEXTS = [
  '',
  '0',
  '1',
  '0.1',
  '2026-01-02',
  '2026-01',
  'a',
  'aaaaaaaa',
  '0x0',
  '00:00',
  '2026-01-02 03:04:05',
  'a@b.c',
  '/a',
];

type Def = z.core.$ZodTypes['_zod']['def'];
const defOf = (schema: z.core.$ZodType): Def => (schema as z.core.$ZodTypes)._zod.def;

const fits = (schema: z.core.$ZodType, value: unknown): boolean =>
  (schema as z.ZodType).safeParse(value).success;

/** The first of some values that a schema takes; otherwise the first, which its check then names. */
const firstFitting = (schema: z.core.$ZodType, values: readonly unknown[]): unknown =>
  values.find((value) => fits(schema, value)) ?? values[0];

/** The smallest value of a schema: no rows, no text, zero, nothing where it may be absent. Throws for schemas without one. */
export function emptyValue(schema: z.core.$ZodType): unknown {
  const def = defOf(schema);
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape)
          .filter(([, field]) => defOf(field).type !== 'optional')
          .map(([name, field]) => [name, emptyValue(field)]),
      );
    case 'array':
      return firstFitting(schema, [[], [emptyValue(def.element)]]);
    case 'tuple':
      return def.items.map(emptyValue);
    case 'record':
      return firstFitting(schema, [{}]);
    case 'string':
      return firstFitting(schema, TEXTS);
    case 'number':
      return firstFitting(schema, [0, 1]);
    case 'boolean':
      return false;
    case 'nullable':
    case 'null':
      return null;
    case 'optional':
    case 'undefined':
    case 'void':
      return undefined;
    case 'literal':
      return def.values[0];
    case 'enum':
      return Object.values(def.entries)[0];
    case 'union':
      return firstFitting(schema, def.options.map(emptyValue));
    case 'intersection':
      return Object.assign({}, emptyValue(def.left), emptyValue(def.right));
    case 'pipe':
      return emptyValue(def.in);
    case 'readonly':
    case 'default':
    case 'nonoptional':
    case 'catch':
      return emptyValue(def.innerType);
    case 'lazy':
      return emptyValue(def.getter());
    case 'unknown':
    case 'any':
      return null;
    default:
      throw new Error(`no empty value of ${def.type}`);
  }
}
