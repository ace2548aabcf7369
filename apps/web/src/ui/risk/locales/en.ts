import type { Messages } from '../../../lib/text.ts';

export default {
  quiz: 'Risk quiz',
  country: 'Country of residence',
  choose: 'Choose',
  send_answers: 'Send answers',
  quiz_wrong: '{count|one:# answer is|other:# answers are} not right. Please check again.',
  wrong_here: 'Not right',
  take_quiz: 'Take the risk quiz',
  limits: 'Your own limits',
  limits_lead:
    'Only you can set these, for options and games together. A lower limit applies at once, a higher one or none after 24 hours.',
  daily_stake: 'Daily stake',
  daily_loss: 'Daily loss',
  used_today: '{used} today',
  no_limit: 'No limit',
  change_at: 'From {time}: {limit}',
  set_limit: 'Set',
  remove_limit: 'Remove',
  pause: 'Take a break',
  pause_lead: 'No new options or guesses during this time. A break can be extended at any time.',
  hours_24: '24 hours',
  hours_168: '7 days',
  hours_720: '30 days',
  paused_until: 'Paused until {time}',
  end_pause: 'End it in 24 hours',
} as const satisfies Messages;
