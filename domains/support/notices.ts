import type { NoticesOf } from '@karat/contract';
import type { NoticeTexts } from '@karat/domains/messages';

/** Notifications of customer service. */
export const supportNotices: NoticeTexts<NoticesOf<'support'>> = {
  'support:answered': {
    group: 'support',
    title: {
      en: 'Support has replied',
      hk: '客服已回覆',
      th: 'ฝ่ายบริการลูกค้าตอบแล้ว',
      jp: 'サポートから回答がありました',
      kor: '고객센터 답변 도착',
      fra: 'Le service client a répondu',
      spa: 'Atención al cliente ha respondido',
      vn: 'Bộ phận hỗ trợ đã trả lời',
      zh: '客服已回复',
    },
    body: {
      en: 'There is a new reply in your conversation no. {id}. Open customer service to read it.',
      hk: '你的對話（編號 {id}）有新回覆，請開啟客服查看。',
      th: 'มีคำตอบใหม่ในการสนทนาหมายเลข {id} เปิดฝ่ายบริการลูกค้าเพื่ออ่าน',
      jp: '会話番号 {id} に新しい回答があります。カスタマーサポートを開いてご確認ください。',
      kor: '{id}번 대화에 새 답변이 있습니다. 고객센터에서 확인하세요.',
      fra: 'Une nouvelle réponse vous attend dans la conversation n° {id}. Ouvrez le service client pour la lire.',
      spa: 'Hay una respuesta nueva en tu conversación n.º {id}. Abre atención al cliente para leerla.',
      vn: 'Có câu trả lời mới trong cuộc trò chuyện số {id}. Mở mục chăm sóc khách hàng để đọc.',
      zh: '您的会话（编号 {id}）有新回复，请打开客服查看。',
    },
  },
};
