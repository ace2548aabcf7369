import { CATEGORIES } from '@karat/contract';
import type { ShippedArticle } from './text.ts';

export const about: readonly ShippedArticle[] = [
  {
    slug: 'about-karat',
    category: CATEGORIES.about,
    position: 10,
    texts: {
      en: {
        title: 'About Karat',
        abstract: 'An exchange that its users can verify.',
        content:
          'Karat is an exchange for retail traders. Orders meet in a real order book, in the order in which they arrive, and a trade prints at the price of the order that was waiting.\n\n## What we promise\n- Nobody here can set an outcome, a price or a balance. Corrections are ledger entries with a reason, made by one person, approved by another, and you see them in your bills.\n- Prices that settle something come from a published index. Every tick is kept, chained and signed, and you can download and check it.\n- Simulated prices are labelled as simulated wherever they are shown.',
      },
      hk: {
        title: '關於 Karat',
        abstract: '一個用戶可以自行查證的交易所。',
        content:
          'Karat 是面向個人投資者的交易所。所有委託按到達先後在真實的訂單簿中撮合，成交價為先掛出的委託價格。\n\n## 我們的承諾\n- 任何人都不能設定結果、價格或餘額。更正只能以附有原因的分錄進行，由一人提出、另一人批准，並會顯示在你的帳單中。\n- 用於結算的價格來自公開的指數。每一個報價都會保存、串連並簽署，你可以下載並核實。\n- 模擬價格在任何顯示之處都會標明為模擬。',
      },
      th: {
        title: 'เกี่ยวกับ Karat',
        abstract: 'ตลาดซื้อขายที่ผู้ใช้ตรวจสอบได้เอง',
        content:
          'Karat คือตลาดซื้อขายสำหรับนักลงทุนรายย่อย คำสั่งซื้อขายจับคู่กันในสมุดคำสั่งจริงตามลำดับที่มาถึง และซื้อขายกันที่ราคาของคำสั่งที่รออยู่ก่อน\n\n## สิ่งที่เราสัญญา\n- ไม่มีใครกำหนดผลลัพธ์ ราคา หรือยอดเงินได้ การแก้ไขทำเป็นรายการบัญชีพร้อมเหตุผล โดยคนหนึ่งเสนอและอีกคนอนุมัติ และคุณจะเห็นในรายการเดินบัญชี\n- ราคาที่ใช้ชำระมาจากดัชนีที่เผยแพร่ ทุกราคาถูกเก็บ ร้อยต่อกัน และลงลายเซ็นดิจิทัล คุณดาวน์โหลดและตรวจสอบได้\n- ราคาจำลองจะมีป้ายกำกับว่าเป็นราคาจำลองทุกที่ที่แสดง',
      },
      jp: {
        title: 'Karat について',
        abstract: '利用者が自分で検証できる取引所です。',
        content:
          'Karat は個人トレーダーのための取引所です。注文は到着順に本物の板で付け合わされ、先に出ていた注文の価格で約定します。\n\n## お約束\n- 結果・価格・残高を誰も設定できません。訂正は理由を添えた仕訳として、一人が起票し別の一人が承認し、お客様の明細に表示されます。\n- 決済に使う価格は公開指数によります。すべてのティックは保存・連鎖・署名され、ダウンロードして検証できます。\n- シミュレーション価格は、表示されるすべての場所でその旨を明記します。',
      },
      kor: {
        title: 'Karat 소개',
        abstract: '사용자가 직접 검증할 수 있는 거래소입니다.',
        content:
          'Karat은 개인 투자자를 위한 거래소입니다. 주문은 도착한 순서대로 실제 호가창에서 체결되며, 먼저 대기하던 주문의 가격으로 거래됩니다.\n\n## 약속\n- 누구도 결과, 가격, 잔액을 임의로 정할 수 없습니다. 정정은 사유가 적힌 분개로만 이루어지고, 한 사람이 요청하고 다른 사람이 승인하며 회원님의 내역에 표시됩니다.\n- 정산에 쓰이는 가격은 공개 지수에서 나옵니다. 모든 틱은 보관되고 연결되어 서명되며, 내려받아 확인할 수 있습니다.\n- 모의 가격은 표시되는 모든 곳에 모의라고 표기합니다.',
      },
      fra: {
        title: 'À propos de Karat',
        abstract: 'Une bourse que ses utilisateurs peuvent vérifier.',
        content:
          'Karat est une bourse pour particuliers. Les ordres se rencontrent dans un véritable carnet, dans l’ordre d’arrivée, et un trade se fait au prix de l’ordre qui attendait.\n\n## Nos engagements\n- Personne ne peut fixer un résultat, un prix ou un solde. Les corrections sont des écritures motivées, faites par une personne et approuvées par une autre, visibles dans vos mouvements.\n- Les prix de règlement viennent d’un indice publié. Chaque cotation est conservée, chaînée et signée ; vous pouvez la télécharger et la vérifier.\n- Les prix simulés sont signalés comme tels partout où ils apparaissent.',
      },
      spa: {
        title: 'Acerca de Karat',
        abstract: 'Una bolsa que sus usuarios pueden comprobar.',
        content:
          'Karat es una bolsa para inversores particulares. Las órdenes se cruzan en un libro real, por orden de llegada, y cada operación se cierra al precio de la orden que esperaba.\n\n## Lo que prometemos\n- Nadie puede fijar un resultado, un precio ni un saldo. Las correcciones son asientos con un motivo, hechos por una persona y aprobados por otra, y aparecen en tus movimientos.\n- Los precios de liquidación proceden de un índice publicado. Cada cotización se guarda, se encadena y se firma; puedes descargarla y comprobarla.\n- Los precios simulados se identifican como simulados allí donde se muestran.',
      },
      vn: {
        title: 'Về Karat',
        abstract: 'Sàn giao dịch mà người dùng có thể tự kiểm chứng.',
        content:
          'Karat là sàn giao dịch dành cho nhà đầu tư cá nhân. Lệnh được khớp trong sổ lệnh thật theo thứ tự đến, và giao dịch diễn ra ở giá của lệnh đang chờ.\n\n## Cam kết\n- Không ai có thể định trước kết quả, giá hay số dư. Việc điều chỉnh là bút toán có lý do, do một người lập và người khác duyệt, và bạn thấy trong sao kê.\n- Giá dùng để thanh toán lấy từ chỉ số được công bố. Mọi mức giá được lưu, nối chuỗi và ký số; bạn có thể tải về và kiểm tra.\n- Giá mô phỏng luôn được ghi rõ là mô phỏng ở mọi nơi hiển thị.',
      },
      zh: {
        title: '关于 Karat',
        abstract: '一家用户可以自行查证的交易所。',
        content:
          'Karat 是面向个人投资者的交易所。所有委托按到达先后在真实的订单簿中撮合，成交价为先挂出的委托价格。\n\n## 我们的承诺\n- 任何人都不能设定结果、价格或余额。更正只能以附有原因的分录进行，由一人提出、另一人批准，并会显示在您的账单中。\n- 用于结算的价格来自公开的指数。每一个报价都会保存、串联并签名，您可以下载并核实。\n- 模拟价格在任何显示之处都会标明为模拟。',
      },
    },
  },
];
