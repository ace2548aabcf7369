import type en from './en.ts';

export default {
  title: 'Kết nối',
  own: 'Địa chỉ này',
  line: 'Đường truyền {number}',
  measuring: 'Đang đo',
  no_answer: 'Không phản hồi',
  note: 'Càng nhỏ càng nhanh. Lựa chọn áp dụng ngay cho giá, lệnh và mọi chức năng khác.',
  only_one: 'Chỉ có một đường truyền. Thời gian phản hồi cho biết tốc độ kết nối của bạn.',
  again: 'Đo lại',
  milliseconds: '{count} ms',
} satisfies Record<keyof typeof en, string>;
