import { CATEGORIES } from '@karat/contract';
import type { ShippedArticle } from './text.ts';

export const compliance: readonly ShippedArticle[] = [
  {
    slug: 'operation-and-compliance',
    category: CATEGORIES.compliance,
    position: 10,
    texts: {
      en: {
        title: 'Operation and compliance',
        abstract: 'The rules by which this exchange is run.',
        content:
          '## Your money\nEvery movement is a double entry that sums to zero, and no balance can go below zero. You find each of them in your bills, with the balance before and after.\n\n## Two people\nFees, market halts and corrections need two reviewers. Each step is written to a log whose entries are chained, so that nothing can be removed unnoticed.\n\n## Our own accounts\nKarat runs market makers with accounts of its own, on the same terms in the same book. Trades between these accounts are marked and, with live prices, never count as volume.\n\n## Withdrawals\nWe never ask you to pay anything before a withdrawal. Every rejection states its reason.',
      },
      hk: {
        title: '營運與合規',
        abstract: '本交易所的營運規則。',
        content:
          '## 你的資金\n每一筆變動都是合計為零的複式分錄，任何餘額都不會低於零。你可以在帳單中查看每一筆，以及變動前後的餘額。\n\n## 雙人覆核\n手續費、暫停市場及更正均須兩名職員。每一步都寫入環環相扣的日誌，無法暗中刪除。\n\n## 自營帳戶\nKarat 以自有帳戶做市，條件與同一訂單簿中的其他用戶相同。自營帳戶之間的成交會加以標示，在使用真實行情時不計入成交量。\n\n## 提現\n提現的任何狀態都不得要求你先付款。每次拒絕都附有原因。',
      },
      th: {
        title: 'การดำเนินงานและการกำกับดูแล',
        abstract: 'กติกาที่ตลาดแห่งนี้ใช้ดำเนินงาน',
        content:
          '## เงินของคุณ\nทุกความเคลื่อนไหวเป็นบัญชีคู่ที่รวมกันเป็นศูนย์ และไม่มียอดใดติดลบได้ คุณดูทุกรายการได้ในรายการเดินบัญชี พร้อมยอดก่อนและหลัง\n\n## สองคน\nค่าธรรมเนียม การพักตลาด และการแก้ไขต้องใช้เจ้าหน้าที่สองคน ทุกขั้นถูกบันทึกในบันทึกที่ร้อยต่อกัน จึงลบโดยไม่มีใครรู้ไม่ได้\n\n## บัญชีของบริษัท\nบริษัทดูแลสภาพคล่องด้วยบัญชีของตนเองในสมุดคำสั่งเดียวกันและเงื่อนไขเดียวกัน การซื้อขายระหว่างบัญชีของบริษัทมีเครื่องหมายกำกับ และไม่นับเป็นปริมาณซื้อขายเมื่อใช้ราคาจริง\n\n## การถอน\nเราไม่เคยขอให้คุณจ่ายเงินก่อนการถอน ทุกการปฏิเสธมีเหตุผล',
      },
      jp: {
        title: '運営とコンプライアンス',
        abstract: 'この取引所の運営ルール。',
        content:
          '## お客様の資金\nすべての動きは合計がゼロになる複式仕訳で、残高がゼロを下回ることはありません。明細で前後の残高とともに確認できます。\n\n## 二人での承認\n手数料、市場の停止、訂正には二人の担当者が必要です。各操作は連鎖したログに記録され、気付かれずに消すことはできません。\n\n## 自社口座\nKarat は自社口座でマーケットメイカーを運用し、同じ板・同じ条件で取引します。自社口座どうしの約定は明示し、実勢価格では出来高に含めません。\n\n## 出金\n出金の前に入金を求めることはありません。却下には必ず理由が付きます。',
      },
      kor: {
        title: '운영 및 규정 준수',
        abstract: '이 거래소의 운영 규칙.',
        content:
          '## 회원님의 자금\n모든 변동은 합계가 0인 복식 분개이며 잔액은 0 아래로 내려가지 않습니다. 내역에서 변동 전후 잔액과 함께 확인할 수 있습니다.\n\n## 두 사람의 승인\n수수료, 마켓 중단, 정정에는 두 명의 담당자가 필요합니다. 모든 단계는 서로 연결된 기록에 남아 몰래 지울 수 없습니다.\n\n## 자체 계정\n회사는 자체 계정으로 같은 호가창에서 같은 조건으로 마켓을 조성합니다. 자체 계정 간 거래는 표시되며, 실제 시세에서는 거래량에 포함하지 않습니다.\n\n## 출금\n출금의 어떤 단계에서도 먼저 입금을 요구하지 않습니다. 모든 거절에는 사유가 있습니다.',
      },
      fra: {
        title: 'Fonctionnement et conformité',
        abstract: 'Les règles de cette bourse.',
        content:
          '## Votre argent\nChaque mouvement est une écriture double dont la somme est nulle, et aucun solde ne passe sous zéro. Vous les trouvez tous dans vos mouvements, avec le solde avant et après.\n\n## Deux personnes\nLes frais, la suspension d’un marché et les corrections exigent deux examinateurs. Chaque étape est inscrite dans un journal chaîné : rien ne peut disparaître sans que cela se voie.\n\n## Nos propres comptes\nKarat fait tenir le marché par ses propres comptes, dans le même carnet et aux mêmes conditions. Les trades entre ces comptes sont signalés et, avec des prix réels, ne comptent pas dans le volume.\n\n## Retraits\nNous ne vous demandons jamais de payer quoi que ce soit avant un retrait. Tout refus porte un motif.',
      },
      spa: {
        title: 'Funcionamiento y cumplimiento',
        abstract: 'Las reglas con las que se dirige esta bolsa.',
        content:
          '## Tu dinero\nCada movimiento es un asiento doble que suma cero, y ningún saldo baja de cero. Los encontrarás todos en tus movimientos, con el saldo anterior y el posterior.\n\n## Dos personas\nLas comisiones, la suspensión de un mercado y las correcciones requieren dos revisores. Cada paso queda en un registro encadenado, del que nada puede quitarse sin que se note.\n\n## Nuestras propias cuentas\nKarat crea mercado con cuentas propias, en el mismo libro y con las mismas condiciones. Las operaciones entre estas cuentas se marcan y, con precios reales, no cuentan como volumen.\n\n## Retiros\nNunca te pedimos un pago antes de un retiro. Todo rechazo indica su motivo.',
      },
      vn: {
        title: 'Vận hành và tuân thủ',
        abstract: 'Quy tắc vận hành của sàn.',
        content:
          '## Tiền của bạn\nMọi biến động là bút toán kép có tổng bằng không, và không số dư nào âm. Bạn xem được tất cả trong sao kê, kèm số dư trước và sau.\n\n## Hai người\nPhí, tạm dừng thị trường và điều chỉnh cần hai nhân viên. Mỗi bước được ghi vào nhật ký nối chuỗi, không thể xóa mà không bị phát hiện.\n\n## Tài khoản của sàn\nSàn tạo lập thị trường bằng tài khoản riêng, trong cùng sổ lệnh với cùng điều kiện. Giao dịch giữa các tài khoản của sàn được đánh dấu và không tính vào khối lượng khi dùng giá thật.\n\n## Rút tiền\nChúng tôi không bao giờ yêu cầu bạn nộp tiền trước khi rút. Mọi lần từ chối đều có lý do.',
      },
      zh: {
        title: '运营与合规',
        abstract: '本交易所的运营规则。',
        content:
          '## 您的资金\n每一笔变动都是合计为零的复式分录，任何余额都不会低于零。您可以在账单中查看每一笔，以及变动前后的余额。\n\n## 双人复核\n手续费、暂停市场及更正均须两名工作人员。每一步都写入环环相扣的日志，无法暗中删除。\n\n## 自营账户\nKarat 以自有账户做市，条件与同一订单簿中的其他用户相同。自营账户之间的成交会加以标示，在使用真实行情时不计入成交量。\n\n## 提现\n提现的任何状态都不得要求您先付款。每次拒绝都附有原因。',
      },
    },
  },
];
