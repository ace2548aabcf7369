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
        abstract: 'How to reach the people behind Karat.',
        content:
          'Whoever operates this installation answers for it. Their address stands here once they have entered it in the console under Articles.\n\nTell us your UID and what you did, with the time and the order number. We never ask for your password or a verification code.',
      },
      hk: {
        title: '聯絡我們',
        abstract: '如何聯絡 Karat 的營運團隊。',
        content:
          '本站由其營運者負責。營運者在後台「文章」中填寫聯絡方式後，會顯示於此。\n\n請提供您的 UID、操作內容、時間及訂單編號。我們絕不會索取您的密碼或驗證碼。',
      },
      th: {
        title: 'ติดต่อเรา',
        abstract: 'วิธีติดต่อทีมงานผู้ให้บริการ Karat',
        content:
          'ผู้ให้บริการระบบนี้เป็นผู้รับผิดชอบ ที่อยู่ติดต่อจะแสดงที่นี่เมื่อผู้ให้บริการกรอกไว้ในคอนโซลที่เมนูบทความ\n\nโปรดแจ้ง UID สิ่งที่คุณทำ เวลา และหมายเลขคำสั่ง เราไม่เคยขอรหัสผ่านหรือรหัสยืนยันของคุณ',
      },
      jp: {
        title: 'お問い合わせ',
        abstract: 'Karat の運営者への連絡方法。',
        content:
          '本サービスの責任は運営者が負います。運営者が管理画面の「記事」で登録した連絡先がここに表示されます。\n\nUID、行った操作、日時、注文番号をお知らせください。パスワードや認証コードをお尋ねすることはありません。',
      },
      kor: {
        title: '문의하기',
        abstract: 'Karat 운영자에게 연락하는 방법.',
        content:
          '이 서비스는 운영자가 책임집니다. 운영자가 콘솔의 글 메뉴에 입력한 연락처가 여기에 표시됩니다.\n\nUID와 진행한 작업, 시각, 주문 번호를 알려 주세요. 비밀번호나 인증 코드는 절대 묻지 않습니다.',
      },
      fra: {
        title: 'Nous contacter',
        abstract: "Comment joindre l'équipe de Karat.",
        content:
          "L'exploitant de cette installation en répond. Son adresse figure ici dès qu'il l'a saisie dans la console, sous Articles.\n\nIndiquez votre UID, ce que vous avez fait, l'heure et le numéro de l'ordre. Nous ne demandons jamais votre mot de passe ni un code de vérification.",
      },
      spa: {
        title: 'Contacto',
        abstract: 'Cómo ponerse en contacto con el equipo de Karat.',
        content:
          'Responde de esta instalación quien la opera. Su dirección aparece aquí en cuanto la introduce en la consola, en Artículos.\n\nIndique su UID, qué hizo, la hora y el número de orden. Nunca pedimos su contraseña ni un código de verificación.',
      },
      vn: {
        title: 'Liên hệ',
        abstract: 'Cách liên hệ đội ngũ vận hành Karat.',
        content:
          'Đơn vị vận hành chịu trách nhiệm về hệ thống này. Địa chỉ liên hệ sẽ hiển thị tại đây khi họ nhập trong bảng điều khiển, mục Bài viết.\n\nHãy cho biết UID, thao tác đã làm, thời gian và mã lệnh. Chúng tôi không bao giờ hỏi mật khẩu hay mã xác minh của bạn.',
      },
      zh: {
        title: '联系我们',
        abstract: '如何联系 Karat 的运营团队。',
        content:
          '本站由其运营者负责。运营者在后台“文章”中填写联系方式后，会显示在此。\n\n请提供您的 UID、操作内容、时间及订单编号。我们绝不会索取您的密码或验证码。',
      },
    },
  },
];
