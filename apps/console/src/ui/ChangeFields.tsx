import { Form, Input, Select, Switch, Typography } from 'antd';
import type { FormRule } from 'antd';
import { rateOfPercent } from '../lib/format.ts';

export type Values = Readonly<Record<string, unknown>>;

/** A changeable value. */
export interface ChangeField {
  readonly name: string;
  readonly label: string;
  readonly extra?: string;
  /** Choices; without them the value is typed. */
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  readonly kind?: 'figure' | 'switch';
  /** Client-side validation error, shown at the field. */
  readonly wrong?: (value: string, all: Values) => string | undefined;
}

/** Text of a field; empty if the form has none. */
export const textAt = (values: Values, name: string): string => {
  const value = values[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};
/** Returns true if a switch is on. */
export const isOn = (values: Values, name: string): boolean => values[name] === true;

/** Returns the values that differ from the current ones. */
const differing = (fields: readonly ChangeField[], before: Values, now: Values): Values =>
  Object.fromEntries(
    fields
      .filter(({ name }) => now[name] !== undefined && now[name] !== before[name])
      .map(({ name }) => [name, now[name]]),
  );

/** Returns the values that differ; throws if there are none, because there is nothing to request. */
export function changesOf(fields: readonly ChangeField[], before: Values, now: Values): Values {
  const changes = differing(fields, before, now);
  if (Object.keys(changes).length === 0) throw new Error('Nothing differs: change a value first.');
  return changes;
}

/** Returns the values with some fields converted from percent to rates. */
export const ratesIn = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      names.includes(name) && typeof value === 'string' ? rateOfPercent(value.trim()) : value,
    ]),
  );

/** Validates required values and their format. */
const rulesOf = ({ kind, wrong }: ChangeField): FormRule[] => [
  { required: kind === 'figure', message: 'A value is needed' },
  ({ getFieldsValue }) => ({
    validator: async (_, value: unknown) => {
      if (typeof value !== 'string' || value === '') return;
      const said = wrong?.(value, getFieldsValue(true) as Values);
      if (said !== undefined) throw new Error(said);
    },
  }),
];

/** Formats a form value. */
const shown = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? 'yes' : 'no') : typeof value === 'string' ? value : '';

/** Each changed value, before and after. */
function Differences({ fields, before }: { fields: readonly ChangeField[]; before: Values }) {
  const now = Form.useWatch((values: Values) => values) ?? {};
  const changes = Object.entries(differing(fields, before, now));
  if (changes.length === 0)
    return <Typography.Paragraph type="secondary">Nothing differs yet.</Typography.Paragraph>;
  return (
    <ul className="changes" aria-label="What changes">
      {changes.map(([name, value]) => (
        <li key={name}>
          {fields.find((field) => field.name === name)?.label}: <del>{shown(before[name])}</del>{' '}
          <ins>{shown(value)}</ins>
        </li>
      ))}
    </ul>
  );
}

/** Fields of a change, and below them the differences. */
export function ChangeFields({ fields, before }: { fields: readonly ChangeField[]; before: Values }) {
  return (
    <>
      <div className="change-fields">
        {fields.map((field) => {
          const { name, label, extra, options, kind } = field;
          return (
            <Form.Item
              key={name}
              name={name}
              label={label}
              extra={extra}
              {...(kind === 'switch' ? { valuePropName: 'checked' } : {})}
              rules={rulesOf(field)}
            >
              {options ? (
                <Select options={[...options]} />
              ) : kind === 'switch' ? (
                <Switch />
              ) : (
                <Input inputMode={kind === 'figure' ? 'decimal' : 'text'} />
              )}
            </Form.Item>
          );
        })}
      </div>
      <Differences fields={fields} before={before} />
    </>
  );
}
