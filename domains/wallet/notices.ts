import type { NoticesOf } from '@karat/contract';
import type { NoticeTexts } from '@karat/domains/messages';

/** Notices to both sides of a transfer between users; `nickname` and `uid` are those of the other side. */
export const walletNotices: NoticeTexts<NoticesOf<'wallet'>> = {
  'wallet:sent': {
    group: 'money',
    title: {
      en: 'Transfer sent',
      hk: '轉帳已送出',
      th: 'โอนเงินแล้ว',
      jp: '送金しました',
      kor: '송금 완료',
      fra: 'Transfert envoyé',
      spa: 'Transferencia enviada',
      vn: 'Đã chuyển tiền',
      zh: '转账已发出',
    },
    body: {
      en: '{amount} {coin} went to {nickname} (UID {uid}).',
      hk: '{amount} {coin} 已轉給 {nickname}(UID {uid})。',
      th: 'โอน {amount} {coin} ให้ {nickname} (UID {uid}) แล้ว',
      jp: '{amount} {coin} を {nickname}(UID {uid})に送りました。',
      kor: '{nickname}(UID {uid})님에게 {amount} {coin} 송금했습니다.',
      fra: '{amount} {coin} ont été envoyés à {nickname} (UID {uid}).',
      spa: '{amount} {coin} se enviaron a {nickname} (UID {uid}).',
      vn: '{amount} {coin} đã được chuyển cho {nickname} (UID {uid}).',
      zh: '{amount} {coin} 已转给 {nickname}(UID {uid})。',
    },
  },
  'wallet:received': {
    group: 'money',
    title: {
      en: 'Transfer received',
      hk: '收到轉帳',
      th: 'ได้รับเงินโอน',
      jp: '送金を受け取りました',
      kor: '송금을 받았습니다',
      fra: 'Transfert reçu',
      spa: 'Transferencia recibida',
      vn: 'Đã nhận tiền chuyển',
      zh: '收到转账',
    },
    body: {
      en: '{amount} {coin} came from {nickname} (UID {uid}) into your exchange account.',
      hk: '{nickname}(UID {uid})轉來的 {amount} {coin} 已存入你的幣幣帳戶。',
      th: '{nickname} (UID {uid}) โอน {amount} {coin} เข้าบัญชีสปอตของคุณ',
      jp: '{nickname}(UID {uid})から {amount} {coin} が取引口座に届きました。',
      kor: '{nickname}(UID {uid})님이 보낸 {amount} {coin} 송금이 거래 계정에 들어왔습니다.',
      fra: '{amount} {coin} de {nickname} (UID {uid}) sont arrivés sur votre compte spot.',
      spa: '{amount} {coin} de {nickname} (UID {uid}) llegaron a tu cuenta spot.',
      vn: '{nickname} (UID {uid}) đã chuyển {amount} {coin} vào tài khoản giao ngay của bạn.',
      zh: '{nickname}(UID {uid})转来的 {amount} {coin} 已存入您的币币账户。',
    },
  },
};
