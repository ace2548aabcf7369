import type { Messages } from '../../../lib/text.ts';

export default {
  write: 'Write a message',
  send: 'Send',
  older: 'Earlier messages',
  new_messages: '{count|one:# new message|other:# new messages}',
  sending: 'Sending',
  not_sent: 'Not sent',
  discard: 'Delete',
} as const satisfies Messages;
