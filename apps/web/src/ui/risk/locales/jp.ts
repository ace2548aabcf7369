import type en from './en.ts';

export default {
  quiz: 'リスク確認クイズ',
  country: '居住国',
  choose: '選択',
  send_answers: '回答を送信',
  quiz_wrong: '{count} 問が不正解です。もう一度ご確認ください。',
  wrong_here: '不正解',
  take_quiz: 'リスククイズを受ける',
  limits: '自分の上限',
  limits_lead:
    'オプションと予想の合計に適用され、設定できるのはあなただけです。引き下げは即時、引き上げや解除は 24 時間後に有効になります。',
  daily_stake: '1 日の参加額',
  daily_loss: '1 日の損失',
  used_today: '本日 {used}',
  no_limit: '上限なし',
  change_at: '{time} から：{limit}',
  set_limit: '設定',
  remove_limit: '解除',
  pause: '休止する',
  pause_lead: 'この間は新規オプションの購入や予想への参加ができません。延長はいつでもできます。',
  hours_24: '24 時間',
  hours_168: '7 日間',
  hours_720: '30 日間',
  paused_until: '{time} まで休止中',
  end_pause: '24 時間後に終了',
} satisfies Record<keyof typeof en, string>;
