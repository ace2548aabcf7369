import { CATEGORIES } from '@karat/contract';
import type { ShippedArticle } from './text.ts';

export const contact: readonly ShippedArticle[] = [
  {
    slug: 'contact',
    category: CATEGORIES.contact,
    position: 10,
    texts: {
      en: {
        title: 'Contact us',
        abstract: 'How to reach us.',
        content:
          'The fastest way to reach us is customer service in the app. Outside opening hours, leave a message there and we reply to you.\n\nInclude your UID and what you did, with the time and the order number. We never ask for your password or a verification code.',
      },
      hk: {
        title: '聯絡我們',
        abstract: '如何聯絡我們。',
        content:
          '聯絡我們最快的方式是應用程式內的客戶服務。非服務時間可留言，我們會回覆你。\n\n請提供你的 UID、操作內容、時間及訂單編號。我們絕不會索取你的密碼或驗證碼。',
      },
      th: {
        title: 'ติดต่อเรา',
        abstract: 'วิธีติดต่อเรา',
        content:
          'ติดต่อเราเร็วที่สุดได้ที่ฝ่ายบริการลูกค้าในแอป นอกเวลาทำการให้ฝากข้อความไว้ เราจะตอบกลับคุณ\n\nโปรดแจ้ง UID สิ่งที่คุณทำ เวลา และหมายเลขคำสั่ง เราไม่เคยขอรหัสผ่านหรือรหัสยืนยันของคุณ',
      },
      jp: {
        title: 'お問い合わせ',
        abstract: 'お問い合わせ方法。',
        content:
          'お急ぎの場合は、アプリ内のカスタマーサポートをご利用ください。営業時間外はメッセージを残していただければ返信いたします。\n\nUID、行った操作、日時、注文番号をお知らせください。パスワードや認証コードをお尋ねすることはありません。',
      },
      kor: {
        title: '문의하기',
        abstract: '문의 방법입니다.',
        content:
          '가장 빠른 문의 방법은 앱의 고객센터입니다. 운영 시간 외에는 메시지를 남겨 주시면 답변해 드립니다.\n\nUID와 진행한 작업, 시각, 주문 번호를 알려 주세요. 비밀번호나 인증번호는 절대 묻지 않습니다.',
      },
      fra: {
        title: 'Nous contacter',
        abstract: 'Comment nous joindre.',
        content:
          'Le plus rapide est le service client dans l’application. En dehors des heures d’ouverture, laissez-y un message et nous vous répondrons.\n\nIndiquez votre UID, ce que vous avez fait, l’heure et le numéro de l’ordre. Nous ne demandons jamais votre mot de passe ni un code de vérification.',
      },
      spa: {
        title: 'Contacto',
        abstract: 'Cómo contactarnos.',
        content:
          'Lo más rápido es escribir a atención al cliente en la app. Fuera de horario, deja un mensaje y te responderemos.\n\nIndica tu UID, qué hiciste, la hora y el número de orden. Nunca pedimos tu contraseña ni un código de verificación.',
      },
      vn: {
        title: 'Liên hệ',
        abstract: 'Cách liên hệ với chúng tôi.',
        content:
          'Cách nhanh nhất là liên hệ chăm sóc khách hàng trong ứng dụng. Ngoài giờ làm việc, hãy để lại tin nhắn và chúng tôi sẽ trả lời.\n\nHãy cho biết UID, thao tác đã làm, thời gian và mã lệnh. Chúng tôi không bao giờ hỏi mật khẩu hay mã xác minh của bạn.',
      },
      zh: {
        title: '联系我们',
        abstract: '如何联系我们。',
        content:
          '联系我们最快的方式是应用内的客服。非服务时间可留言，我们会回复您。\n\n请提供您的 UID、操作内容、时间及订单编号。我们绝不会索取您的密码或验证码。',
      },
    },
  },
];
