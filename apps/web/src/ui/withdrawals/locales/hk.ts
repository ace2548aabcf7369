import type en from './en.ts';

export default {
  requested: '已申請',
  approved: '已批准',
  signing: '簽署中',
  signed: '已簽署',
  broadcast: '已廣播',
  exported: '銀行處理中',
  confirmed: '已完成',
  rejected: '已拒絕',
  failed: '失敗',
  cancelled: '已取消',
} satisfies Record<keyof typeof en, string>;
