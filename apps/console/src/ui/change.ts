import type { Code } from '@karat/contract';
import type { ChangeField, Values as Entered } from './ChangeFields.tsx';

/** Values of a form by field name. */
export type ChangeValues = Readonly<Record<string, string | number | boolean>>;

/** Something that a second operator approves: the fields of a form and the call that they become. */
export interface Change {
  readonly title: string;
  readonly fields: readonly ChangeField[];
  readonly before: ChangeValues;
  /** Maps refusal codes to fields. */
  readonly about?: Readonly<Partial<Record<Code, string>>>;
  readonly send: (values: ChangeValues & { readonly reason: string }) => Promise<unknown>;
}

type Wrong = NonNullable<ChangeField['wrong']>;

/** The error of a text that is no decimal of at most ten decimals. */
export const notDecimal = (value: string): string | undefined =>
  /^\d{1,18}(\.\d{1,10})?$/.test(value) ? undefined : 'A decimal number';

/** The error of a decimal that is not above zero. */
export const notAboveZero = (value: string): string | undefined =>
  notDecimal(value) === undefined && Number(value) > 0 ? undefined : 'A decimal number above zero';

/** The error of a decimal that is below another field's; `text` says so. */
export const atLeast =
  (other: string, text: string): Wrong =>
  (value: string, all: Entered) =>
    notDecimal(value) ?? (Number(value) < Number(all[other]) ? text : undefined);

/** The error of a text that is too short to name a document. */
export const notDocument = (value: string): string | undefined =>
  value.trim().length >= 8 ? undefined : 'Name the document, at least eight letters';

/** A field of a number. */
export const figure = (name: string, label: string, wrong: Wrong, extra?: string): ChangeField => ({
  ...typed(name, label, wrong, extra),
  kind: 'figure',
});

/** A field of a text. */
export const typed = (name: string, label: string, wrong: Wrong, extra?: string): ChangeField => ({
  name,
  label,
  wrong,
  ...(extra === undefined ? {} : { extra }),
});
