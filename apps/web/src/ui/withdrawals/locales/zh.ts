import type en from './en.ts';

export default {
  requested: '已申请',
  approved: '已批准',
  signing: '签署中',
  signed: '已签署',
  broadcast: '已广播',
  exported: '银行处理中',
  confirmed: '已完成',
  rejected: '已拒绝',
  failed: '失败',
  cancelled: '已取消',
} satisfies Record<keyof typeof en, string>;
