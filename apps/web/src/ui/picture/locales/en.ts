import type { Messages } from '../../../lib/text.ts';

export default {
  add: 'Choose a picture',
  change: 'Choose another picture',
  large: 'The picture is larger than 5 MB',
} as const satisfies Messages;
