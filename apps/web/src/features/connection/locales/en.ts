import type { Messages } from '../../../lib/text.ts';

export default {
  title: 'Connection',
  own: 'This address',
  line: 'Line {number}',
  measuring: 'Measuring',
  no_answer: 'No answer',
  note: 'A lower response time is faster. Your choice applies at once to prices and orders.',
  only_one: 'Only one line is available. Its response time shows how fast your connection is.',
  again: 'Measure again',
  milliseconds: '{count} ms',
} as const satisfies Messages;
