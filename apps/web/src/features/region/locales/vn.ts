import type en from './en.ts';

export default {
  title: 'Khu vực',
  note: 'Khu vực quyết định sản phẩm và phương thức thanh toán được cung cấp, bên cạnh quy định theo nơi cư trú và số điện thoại của bạn.',
  suggest: 'Gợi ý khu vực của tôi',
  suggest_title: 'Gợi ý khu vực',
  suggest_text:
    'Karat không dùng GPS. Chúng tôi chỉ đọc cài đặt khu vực của trình duyệt, và chỉ trên màn hình này.',
  browser_says: 'Trình duyệt của bạn đang đặt là',
  browser_silent: 'Trình duyệt không cho biết khu vực nào.',
  use: 'Dùng khu vực này',
  choose: 'Tự chọn',
  saved: 'Đã lưu',
} satisfies Record<keyof typeof en, string>;
