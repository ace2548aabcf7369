import type { NoticesOf } from '@karat/contract';
import type { NoticeTexts } from '@karat/domains/messages';

export type StudioNotice = Extract<
  NoticesOf<'nft'>,
  | 'nft:artist_approved'
  | 'nft:artist_rejected'
  | 'nft:artwork_approved'
  | 'nft:artwork_rejected'
  | 'nft:report_closed'
>;

/** Notices about what operators decided. */
export const studioNotices: NoticeTexts<StudioNotice> = {
  'nft:artist_approved': {
    group: 'account',
    title: {
      en: 'You are an artist now',
      hk: '你已成為藝術家',
      th: 'คุณเป็นศิลปินแล้ว',
      jp: 'アーティストとして承認されました',
      kor: '작가로 승인되었습니다',
      fra: 'Vous êtes maintenant artiste',
      spa: 'Ya eres artista',
      vn: 'Bạn đã trở thành nghệ sĩ',
      zh: '您已成为艺术家',
    },
    body: {
      en: 'Your application was accepted. You can upload works and list them for sale.',
      hk: '你的申請已通過，可以上傳作品並掛單出售。',
      th: 'ใบสมัครของคุณผ่านแล้ว คุณอัปโหลดและลงขายผลงานได้',
      jp: '申請が承認されました。作品をアップロードして出品できます。',
      kor: '신청이 승인되었습니다. 작품을 올리고 판매할 수 있습니다.',
      fra: 'Votre candidature est acceptée. Vous pouvez envoyer des œuvres et les mettre en vente.',
      spa: 'Tu solicitud fue aceptada. Puedes subir obras y ponerlas a la venta.',
      vn: 'Đơn của bạn đã được duyệt. Bạn có thể tải lên và bán tác phẩm.',
      zh: '您的申请已通过，可以上传作品并挂单出售。',
    },
  },
  'nft:artist_rejected': {
    group: 'account',
    title: {
      en: 'Your application as artist was rejected',
      hk: '你的藝術家申請未通過',
      th: 'ใบสมัครศิลปินไม่ผ่าน',
      jp: 'アーティスト申請は承認されませんでした',
      kor: '작가 신청이 거절되었습니다',
      fra: 'Votre candidature d’artiste est refusée',
      spa: 'Tu solicitud de artista fue rechazada',
      vn: 'Đơn đăng ký nghệ sĩ bị từ chối',
      zh: '您的艺术家申请未通过',
    },
    body: {
      en: 'Remark: {note}. You may apply again.',
      hk: '備註：{note}。你可以再次申請。',
      th: 'หมายเหตุ: {note} คุณสมัครใหม่ได้',
      jp: '備考：{note}。再度申請できます。',
      kor: '비고: {note}. 다시 신청할 수 있습니다.',
      fra: 'Remarque : {note}. Vous pouvez postuler à nouveau.',
      spa: 'Observación: {note}. Puedes volver a solicitarlo.',
      vn: 'Ghi chú: {note}. Bạn có thể đăng ký lại.',
      zh: '备注：{note}。您可以再次申请。',
    },
  },
  'nft:artwork_approved': {
    group: 'account',
    title: {
      en: 'Your work {name} was approved',
      hk: '你的作品 {name} 已通過審核',
      th: 'ผลงาน {name} ผ่านการอนุมัติแล้ว',
      jp: '作品 {name} が承認されました',
      kor: '작품 {name}이(가) 승인되었습니다',
      fra: 'Votre œuvre {name} est approuvée',
      spa: 'Tu obra {name} fue aprobada',
      vn: 'Tác phẩm {name} đã được duyệt',
      zh: '您的作品 {name} 已通过审核',
    },
    body: {
      en: 'Its editions are yours and can be listed for sale.',
      hk: '其版本已歸你所有，可以掛單出售。',
      th: 'ฉบับทั้งหมดเป็นของคุณและลงขายได้',
      jp: 'エディションを出品できます。',
      kor: '에디션을 판매 등록할 수 있습니다.',
      fra: 'Ses éditions sont à vous et peuvent être mises en vente.',
      spa: 'Sus ediciones son tuyas y puedes ponerlas a la venta.',
      vn: 'Các phiên bản là của bạn và có thể đăng bán.',
      zh: '其版本已归您所有，可以挂单出售。',
    },
  },
  'nft:artwork_rejected': {
    group: 'account',
    title: {
      en: 'Your work {name} was rejected or hidden',
      hk: '你的作品 {name} 未通過或已隱藏',
      th: 'ผลงาน {name} ไม่ผ่านหรือถูกซ่อน',
      jp: '作品 {name} は却下または非公開になりました',
      kor: '작품 {name}이(가) 거절되었거나 숨김 처리되었습니다',
      fra: 'Votre œuvre {name} est refusée ou masquée',
      spa: 'Tu obra {name} fue rechazada u ocultada',
      vn: 'Tác phẩm {name} bị từ chối hoặc bị ẩn',
      zh: '您的作品 {name} 未通过或已隐藏',
    },
    body: {
      en: 'Remark: {note}',
      hk: '備註：{note}',
      th: 'หมายเหตุ: {note}',
      jp: '備考：{note}',
      kor: '비고: {note}',
      fra: 'Remarque : {note}',
      spa: 'Observación: {note}',
      vn: 'Ghi chú: {note}',
      zh: '备注：{note}',
    },
  },
  'nft:report_closed': {
    group: 'account',
    title: {
      en: 'Your report on {code} was answered',
      hk: '你對 {code} 的舉報已有回覆',
      th: 'มีคำตอบสำหรับรายงาน {code}',
      jp: '{code} の報告に回答しました',
      kor: '{code} 신고에 답변이 등록되었습니다',
      fra: 'Votre signalement de {code} a reçu une réponse',
      spa: 'Tu denuncia de {code} tiene respuesta',
      vn: 'Báo cáo về {code} đã được trả lời',
      zh: '您对 {code} 的举报已有回复',
    },
    body: {
      en: '{answer}',
      hk: '{answer}',
      th: '{answer}',
      jp: '{answer}',
      kor: '{answer}',
      fra: '{answer}',
      spa: '{answer}',
      vn: '{answer}',
      zh: '{answer}',
    },
  },
};
