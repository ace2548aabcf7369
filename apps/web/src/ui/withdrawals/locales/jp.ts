import type en from './en.ts';

export default {
  requested: '申請済み',
  approved: '承認済み',
  signing: '署名中',
  signed: '署名済み',
  broadcast: '送信済み',
  exported: '銀行で処理中',
  confirmed: '完了',
  rejected: '却下',
  failed: '失敗',
  cancelled: '取り消し',
} satisfies Record<keyof typeof en, string>;
