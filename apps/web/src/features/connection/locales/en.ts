import type { Messages } from '../../../lib/text.ts';

export default {
  title: 'Connection',
  own: 'This address',
  line: 'Line {number}',
  measuring: 'Measuring',
  no_answer: 'No answer',
  note: 'Shorter is faster. The choice applies to prices, orders and everything else at once.',
  only_one: 'This installation has one line. Its response time shows how fast your connection is.',
  again: 'Measure again',
  milliseconds: '{count} ms',
} as const satisfies Messages;
