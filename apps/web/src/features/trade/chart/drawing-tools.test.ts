import { DRAWING_TOOLS } from '@karat/contract';
import { expect, test } from 'vitest';
import { TOOLS, TOOL_NAMES, drawingAt, fieldsOf } from './drawing-tools.ts';

const FROM = { ms: 1, price: '10.5' };
const TO = { ms: 2, price: '11' };

test('every tool has a button and a name of its own', () => {
  expect(TOOLS).toEqual(DRAWING_TOOLS);
  expect(TOOLS.map((tool) => TOOL_NAMES[tool])).toEqual(TOOLS.map((tool) => `tool_${tool}`));
});

test('a drawing has one point or two', () => {
  const line = { client_id: 'a', tool: 'trend' as const, text: '', from_ms: 1, from_price: '10.5' };
  expect(drawingAt({ tool: 'trend', text: '' }, 'a', [FROM, TO])).toEqual({
    ...line,
    to_ms: 2,
    to_price: '11',
  });
  expect(drawingAt({ tool: 'trend', text: '' }, 'a', [FROM])).toEqual({
    ...line,
    to_ms: null,
    to_price: null,
  });
});

test('absent points and texts are not sent', () => {
  const both = drawingAt({ tool: 'text', text: 'high' }, 'b', [FROM, TO]);
  expect(fieldsOf(7, both)).toEqual({
    match_id: 7,
    client_id: 'b',
    tool: 'text',
    text: 'high',
    from_ms: 1,
    from_price: '10.5',
    to_ms: 2,
    to_price: '11',
  });
  expect(fieldsOf(7, drawingAt({ tool: 'horizontal', text: '' }, 'c', [FROM]))).toEqual({
    match_id: 7,
    client_id: 'c',
    tool: 'horizontal',
    from_ms: 1,
    from_price: '10.5',
  });
});
