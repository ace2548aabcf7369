import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Unreadable, readForm, readJson, textOf } from './fields.ts';

const plain = (fields: object): unknown => JSON.parse(JSON.stringify(fields));

test('a form is read like the standard parser reads it', () => {
  const name = fc
    .string({ minLength: 1, unit: 'binary' })
    .filter((text) => !text.includes('\0') && !text.includes(']'));
  const value = fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0'));
  fc.assert(
    fc.property(fc.dictionary(name, value, { maxKeys: 8 }), (wanted) => {
      const form = new URLSearchParams(wanted).toString();
      expect(plain(readForm(form))).toEqual(plain(Object.fromEntries(new URLSearchParams(form))));
    }),
  );
});

test('a repeated field is a list, and a nested one never a text', () => {
  expect(plain(readForm('a=1&a=2&b=3'))).toEqual({ a: ['1', '2'], b: '3' });
  expect(plain(readForm('data[0]=x&data[1]=y'))).toEqual({ data: ['x', 'y'] });
  expect(plain(readForm('data[]=x'))).toEqual({ data: ['x'] });
  expect(typeof readForm('amount[gt]=1')['amount']).toBe('object');
  expect(typeof readForm('amount=5&amount[]=1')['amount']).toBe('object');
});

test('fields named like parts of a prototype are plain names', () => {
  const fields = readForm('__proto__=1&constructor=2&__proto__[polluted]=yes');
  for (const inherited of Object.getOwnPropertyNames(Object.prototype)) {
    expect(inherited in readForm('a=1'), inherited).toBe(false);
    expect(inherited in readForm(''), inherited).toBe(false);
  }
  expect(Object.keys(fields)).toEqual(['__proto__', 'constructor']);
  expect(({} as { polluted?: string }).polluted).toBeUndefined();
});

test('NUL, broken percent signs and lone surrogates are refused with their field', () => {
  for (const form of ['a=%00', 'a=%', 'a=%E0%A4', 'a=%ED%A0%80', 'a=x\0', 'a=\ud800', '%00=1']) {
    expect(() => readForm(form), form).toThrow(Unreadable);
  }
  expect(() => readJson('{"a":"\\u0000"}')).toThrow(Unreadable);
  expect(() => readJson('{"a":["\\ud800"]}')).toThrow(expect.objectContaining({ field: 'a' }));
  expect(() => readJson('{"\\udfff":1}')).toThrow(Unreadable);
  expect(() => textOf(Buffer.from([0x61, 0xff]))).toThrow(Unreadable);
});

test('too many fields and too deep a body are refused', () => {
  const many = Array.from({ length: 10_000 }, (_, index) => `f${index}=1`).join('&');
  expect(() => readForm(many)).toThrow(Unreadable);
  expect(() => readJson(`{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`)).toThrow(Unreadable);
  expect(() => readJson(JSON.stringify({ a: Array.from({ length: 5_000 }, () => 0) }))).toThrow(Unreadable);
});

test('JSON that is not an object is refused, an empty body has no fields', () => {
  for (const text of ['[]', '1', 'null', '"a"', '{', '{}x'])
    expect(() => readJson(text), text).toThrow(Unreadable);
  expect(Object.keys(readJson('  '))).toEqual([]);
  expect(Object.keys(readForm('&&'))).toEqual([]);
});

test.each([
  ['beside', '{"number":"1","number":"2"}'],
  ['written in another way', '{"number":"1","\\u006eumber":"2"}'],
  ['inside', '{"a":[{"b":1,"c":{},"b":2}]}'],
  ['of the prototype', '{"__proto__":1,"__proto__":2}'],
])('a JSON name that is repeated %s is refused', (_, body) => {
  expect(() => readJson(body)).toThrow(Unreadable);
});

test('colons, quotes and backslashes inside of JSON strings are no names', () => {
  const fields = { 'a:"b\\': ':,"x":1', list: [':', { c: '\\\\":' }], time: '12:30:00', '': null };
  expect(readJson(JSON.stringify(fields, null, 2))).toEqual(fields);
});

test('the limits themselves are accepted: 200 fields of a form, 2,000 values and eight levels of JSON', () => {
  const form = (count: number) => readForm(Array.from({ length: count }, (_, at) => `f${at}=1`).join('&'));
  expect(Object.keys(form(200))).toHaveLength(200);
  expect(() => form(201)).toThrow(Unreadable);
  const values = (count: number) =>
    readJson(JSON.stringify({ a: Array.from({ length: count - 1 }, () => 0) }));
  expect(values(2_000)['a']).toHaveLength(1_999);
  expect(() => values(2_001)).toThrow(Unreadable);
  const levels = (count: number) => readJson(`{"a":${'['.repeat(count - 1)}${']'.repeat(count - 1)}}`);
  expect(levels(8)).toHaveProperty('a');
  expect(() => levels(9)).toThrow(expect.objectContaining({ field: 'a' }));
});
