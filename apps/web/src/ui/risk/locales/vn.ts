import type en from './en.ts';

export default {
  quiz: 'Kiểm tra rủi ro',
  country: 'Quốc gia cư trú',
  choose: 'Chọn',
  send_answers: 'Gửi câu trả lời',
  quiz_wrong: '{count} câu chưa đúng. Hãy xem lại.',
  wrong_here: 'Chưa đúng',
  take_quiz: 'Làm bài kiểm tra rủi ro',
  limits: 'Giới hạn của bạn',
  limits_lead:
    'Áp dụng chung cho quyền chọn và trò chơi dự đoán. Chỉ bạn đặt được. Giảm có hiệu lực ngay, tăng hoặc bỏ sau 24 giờ.',
  daily_stake: 'Số tiền dùng mỗi ngày',
  daily_loss: 'Lỗ mỗi ngày',
  used_today: 'Hôm nay {used}',
  no_limit: 'Không giới hạn',
  change_at: 'Từ {time}: {limit}',
  set_limit: 'Đặt',
  remove_limit: 'Bỏ',
  pause: 'Tạm nghỉ',
  pause_lead: 'Không mở quyền chọn hay dự đoán mới trong thời gian này. Có thể kéo dài bất cứ lúc nào.',
  hours_24: '24 giờ',
  hours_168: '7 ngày',
  hours_720: '30 ngày',
  paused_until: 'Tạm nghỉ đến {time}',
  end_pause: 'Kết thúc sau 24 giờ',
} satisfies Record<keyof typeof en, string>;
