import type en from './en.ts';

export default {
  vip: 'VIP',
  vip_level: 'VIP {level}',
  off: 'Giảm {percent} % phí',
  no_discount: 'Phí tiêu chuẩn',
  volume: 'Khối lượng 30 ngày',
  balance: 'Số dư',
  next: 'Cấp tiếp theo: VIP {level}',
  missing_volume: 'thêm {amount} USDT khối lượng',
  missing_balance: 'hoặc thêm {amount} USDT số dư',
  highest: 'Bạn đang ở cấp cao nhất.',
  expected: 'Với số liệu này bạn sẽ là VIP {level} từ {time}.',
  set_at: 'Cấp được xét hằng ngày lúc 00:00 UTC. Lần tới: {time}.',
  rules:
    'Khối lượng tính các giao dịch spot và hợp đồng có trả phí. Số dư là toàn bộ tài sản trừ khoản vay, quy ra USDT lúc 00:00 UTC. Chỉ cần đạt một trong hai.',
  table: 'Cấp và phí',
  level: 'Cấp',
  needs: 'Khối lượng / số dư',
  spot: 'Spot maker / taker',
  contract: 'Hợp đồng',
  outflow: 'Hạn mức rút',
  leverage: 'Đòn bẩy tối đa',
  fees_of: 'Phí của {symbol}; các thị trường khác được giảm như nhau.',
  conversions: 'Mức giảm cũng áp dụng khi chuyển đổi. Quyền chọn không thu phí.',
} satisfies Record<keyof typeof en, string>;
