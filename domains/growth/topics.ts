import { topic } from '@karat/platform/bus';

/** VIP levels or their terms have changed: memory reads them again. */
export const vipChanged = topic<void>('growth.vip_changed');
