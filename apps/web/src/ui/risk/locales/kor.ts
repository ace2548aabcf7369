import type en from './en.ts';

export default {
  quiz: '위험 퀴즈',
  country: '거주 국가',
  choose: '선택',
  send_answers: '답안 제출',
  quiz_wrong: '{count}개가 틀렸습니다. 다시 확인하세요.',
  wrong_here: '오답',
  take_quiz: '위험 퀴즈 풀기',
  limits: '내 한도',
  limits_lead:
    '옵션과 예측을 합산해 적용되며 본인만 설정할 수 있습니다. 낮추면 즉시, 높이거나 해제하면 24시간 후 적용됩니다.',
  daily_stake: '일일 투자금',
  daily_loss: '일일 손실',
  used_today: '오늘 {used}',
  no_limit: '한도 없음',
  change_at: '{time}부터: {limit}',
  set_limit: '설정',
  remove_limit: '해제',
  pause: '쉬어 가기',
  pause_lead: '이 기간에는 새 옵션을 사거나 예측에 참여할 수 없습니다. 언제든 연장할 수 있습니다.',
  hours_24: '24시간',
  hours_168: '7일',
  hours_720: '30일',
  paused_until: '{time}까지 휴식',
  end_pause: '24시간 후 종료',
} satisfies Record<keyof typeof en, string>;
