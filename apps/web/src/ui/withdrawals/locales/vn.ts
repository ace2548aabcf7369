import type en from './en.ts';

export default {
  requested: 'Đã yêu cầu',
  approved: 'Đã duyệt',
  signing: 'Đang ký',
  signed: 'Đã ký',
  broadcast: 'Đang chuyển',
  exported: 'Ngân hàng đang xử lý',
  confirmed: 'Hoàn tất',
  rejected: 'Bị từ chối',
  failed: 'Thất bại',
  cancelled: 'Đã hủy',
} satisfies Record<keyof typeof en, string>;
