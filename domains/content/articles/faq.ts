import { CATEGORIES } from '@karat/contract';
import type { ShippedArticle } from './text.ts';

export const faq: readonly ShippedArticle[] = [
  {
    slug: 'faq-accounts',
    category: CATEGORIES.faq,
    position: 10,
    texts: {
      en: {
        title: 'Why are there four accounts?',
        abstract: 'Fiat, exchange, futures and options money are kept apart.',
        content:
          'The exchange account is for coins and stocks. The fiat account is for currencies, the futures account for margin and the options account for stakes. Money in one account cannot be lost in another. Transfers between them are free and instant.',
      },
      hk: {
        title: '為甚麼有四個帳戶？',
        abstract: '法幣、幣幣、合約與期權資金分開存放。',
        content:
          '幣幣帳戶用於幣種及股票，法幣帳戶用於法定貨幣，合約帳戶用於保證金，期權帳戶用於期權的投入金額。一個帳戶的資金不會在另一個帳戶中虧損；互轉免費且即時。',
      },
      th: {
        title: 'ทำไมมีสี่บัญชี',
        abstract: 'เงินเฟียต สปอต ฟิวเจอร์ส และออปชันแยกจากกัน',
        content:
          'บัญชีสปอตใช้กับเหรียญและหุ้น บัญชีเฟียตใช้กับสกุลเงิน บัญชีฟิวเจอร์สใช้เป็นหลักประกัน และบัญชีออปชันใช้เป็นเงินลงทุน เงินในบัญชีหนึ่งไม่สูญไปในอีกบัญชี การโอนไม่มีค่าธรรมเนียมและมีผลทันที',
      },
      jp: {
        title: '口座が四つあるのはなぜですか',
        abstract: '法定通貨・取引所・先物・オプションの資金を分けています。',
        content:
          '取引口座はコインと株式、法定通貨口座は通貨、先物口座は証拠金、オプション口座は投入額のためのものです。一つの口座の資金が別の口座で失われることはなく、口座間の移動は無料で即時です。',
      },
      kor: {
        title: '계정이 네 개인 이유는 무엇인가요?',
        abstract: '법정화폐, 거래 계정, 선물, 옵션 자금을 분리합니다.',
        content:
          '거래 계정은 코인과 주식, 법정화폐 계정은 통화, 선물 계정은 증거금, 옵션 계정은 옵션 투자금에 쓰입니다. 한 계정의 자금이 다른 계정에서 손실되지 않으며, 계정 간 이체는 무료이고 즉시 반영됩니다.',
      },
      fra: {
        title: 'Pourquoi quatre comptes ?',
        abstract: 'Fiat, spot, futures et options sont séparés.',
        content:
          'Le compte spot sert aux cryptos et aux actions, le compte fiat aux devises, le compte futures à la marge et le compte options aux montants des options. L’argent d’un compte ne peut pas être perdu dans un autre ; les transferts sont gratuits et immédiats.',
      },
      spa: {
        title: '¿Por qué hay cuatro cuentas?',
        abstract: 'Fiat, spot, futuros y opciones se guardan por separado.',
        content:
          'La cuenta spot es para criptos y acciones; la cuenta fiat, para divisas; la cuenta de futuros, para el margen, y la cuenta de opciones, para los importes de las opciones. El dinero de una cuenta no se puede perder en otra; las transferencias son gratis e inmediatas.',
      },
      vn: {
        title: 'Vì sao có bốn tài khoản?',
        abstract: 'Tiền pháp định, giao ngay, futures và quyền chọn được tách riêng.',
        content:
          'Tài khoản giao ngay dành cho coin và cổ phiếu, tài khoản pháp định cho tiền tệ, tài khoản futures cho ký quỹ, tài khoản quyền chọn cho số tiền mua quyền chọn. Tiền trong một tài khoản không thể mất ở tài khoản khác; chuyển qua lại miễn phí và tức thì.',
      },
      zh: {
        title: '为什么有四个账户？',
        abstract: '法币、币币、合约与期权资金分开存放。',
        content:
          '币币账户用于币种及股票，法币账户用于法定货币，合约账户用于保证金，期权账户用于期权的投入金额。一个账户的资金不会在另一个账户中亏损；互转免费且即时。',
      },
    },
  },
  {
    slug: 'faq-held',
    category: CATEGORIES.faq,
    position: 20,
    texts: {
      en: {
        title: 'What does “held” mean?',
        abstract: 'Money reserved for your open orders.',
        content:
          'An open order reserves what it may cost. The money is still yours: cancel the order and it is available again at once; if it fills at a better price, the difference comes back.',
      },
      hk: {
        title: '「凍結」是甚麼意思？',
        abstract: '為未成交委託預留的資金。',
        content:
          '掛在訂單簿的委託會預留其可能花費的資金。該筆資金仍屬於你：撤銷委託即可立即使用；若以更優價格成交，差額會退回。',
      },
      th: {
        title: '“กันไว้” หมายถึงอะไร',
        abstract: 'เงินที่สำรองไว้สำหรับคำสั่งที่เปิดอยู่',
        content:
          'คำสั่งที่รอในสมุดจะสำรองเงินที่อาจต้องใช้ เงินยังเป็นของคุณ เมื่อยกเลิกคำสั่งก็ใช้ได้ทันที และถ้าจับคู่ได้ราคาดีกว่า ส่วนต่างจะคืนให้',
      },
      jp: {
        title: '「拘束中」とは何ですか',
        abstract: '未約定注文のために確保された資金です。',
        content:
          '板で待つ注文は、必要になり得る額を確保します。資金はお客様のもので、取り消せばすぐに使え、有利な価格で約定すれば差額が戻ります。',
      },
      kor: {
        title: '“동결”은 무슨 뜻인가요?',
        abstract: '미체결 주문을 위해 예약된 금액입니다.',
        content:
          '호가창에서 기다리는 주문은 필요할 수 있는 금액을 예약합니다. 여전히 회원님의 자금이며, 주문을 취소하면 즉시 사용할 수 있고 더 좋은 가격에 체결되면 차액이 돌아옵니다.',
      },
      fra: {
        title: 'Que veut dire « bloqué » ?',
        abstract: 'L’argent réservé à vos ordres ouverts.',
        content:
          'Un ordre qui attend dans le carnet réserve ce qu’il peut coûter. L’argent reste à vous : annulez l’ordre et il est de nouveau disponible ; s’il s’exécute à un meilleur prix, la différence revient.',
      },
      spa: {
        title: '¿Qué significa «retenido»?',
        abstract: 'Dinero reservado para tus órdenes abiertas.',
        content:
          'Una orden que espera en el libro reserva lo que puede costar. El dinero sigue siendo tuyo: si la cancelas vuelve a estar disponible; si se ejecuta a mejor precio, la diferencia regresa.',
      },
      vn: {
        title: '“Tạm giữ” nghĩa là gì?',
        abstract: 'Tiền dành cho các lệnh đang mở.',
        content:
          'Lệnh chờ trong sổ giữ trước số tiền có thể cần. Tiền vẫn là của bạn: hủy lệnh là dùng được ngay; nếu khớp giá tốt hơn, phần chênh lệch được trả lại.',
      },
      zh: {
        title: '“冻结”是什么意思？',
        abstract: '为未成交委托预留的资金。',
        content:
          '挂在订单簿的委托会预留其可能花费的资金。该笔资金仍属于您：撤销委托即可立即使用；若以更优价格成交，差额会退回。',
      },
    },
  },
  {
    slug: 'faq-fees',
    category: CATEGORIES.faq,
    position: 30,
    texts: {
      en: {
        title: 'What does a trade cost?',
        abstract: 'Maker and taker fees, taken from what you receive.',
        content:
          'The fee is a share of what you receive from a trade: of the coin when you buy, of USDT when you sell. Orders that waited in the book pay the maker rate, orders that fill at once the taker rate. The order ticket shows both before you confirm.',
      },
      hk: {
        title: '交易費用是多少？',
        abstract: '掛單與吃單手續費，從所得中扣除。',
        content:
          '手續費按你在成交中所得的比例收取：買入時以幣種計，賣出時以 USDT 計。先掛在訂單簿的委託按掛單費率，吃單委託按吃單費率。兩者在確認前都會顯示於下單頁。',
      },
      th: {
        title: 'ซื้อขายมีค่าใช้จ่ายเท่าไร',
        abstract: 'ค่าธรรมเนียมเมกเกอร์และเทกเกอร์ หักจากสิ่งที่คุณได้รับ',
        content:
          'ค่าธรรมเนียมคิดเป็นสัดส่วนของสิ่งที่ได้รับ เมื่อซื้อหักจากเหรียญ เมื่อขายหักจาก USDT คำสั่งที่รออยู่ในสมุดจ่ายอัตราเมกเกอร์ คำสั่งที่จับคู่ทันทีจ่ายอัตราเทกเกอร์ ทั้งสองแสดงในหน้าส่งคำสั่งก่อนยืนยัน',
      },
      jp: {
        title: '取引手数料はいくらですか',
        abstract: 'メイカー・テイカー手数料を受取額から差し引きます。',
        content:
          '手数料は受取額に対する割合です。買いではコイン、売りでは USDT から差し引きます。板で待っていた注文はメイカー料率、板から取る注文はテイカー料率です。どちらも確定前に注文画面に表示されます。',
      },
      kor: {
        title: '거래 비용은 얼마인가요?',
        abstract: '메이커와 테이커 수수료를 받는 금액에서 차감합니다.',
        content:
          '수수료는 받는 금액의 일정 비율입니다. 매수 시 코인에서, 매도 시 USDT에서 차감합니다. 호가창에서 기다리던 주문은 메이커 요율, 즉시 체결되는 주문은 테이커 요율이며, 확인 전에 주문창에 표시됩니다.',
      },
      fra: {
        title: 'Combien coûte un trade ?',
        abstract: 'Frais maker et taker, prélevés sur ce que vous recevez.',
        content:
          'Les frais sont une part de ce que vous recevez : de la crypto à l’achat, d’USDT à la vente. Un ordre qui attendait paie le taux maker, un ordre exécuté aussitôt paie le taux taker. Les deux figurent sur le ticket avant confirmation.',
      },
      spa: {
        title: '¿Cuánto cuesta una operación?',
        abstract: 'Comisiones maker y taker, descontadas de lo que recibes.',
        content:
          'La comisión es una parte de lo que recibes: de la cripto al comprar, de USDT al vender. La orden que esperaba paga la tasa maker; la que se ejecuta al instante, la tasa taker. Ambas se muestran antes de confirmar.',
      },
      vn: {
        title: 'Phí giao dịch là bao nhiêu?',
        abstract: 'Phí maker và taker, trừ vào phần bạn nhận.',
        content:
          'Phí là một tỷ lệ của phần bạn nhận: bằng coin khi mua, bằng USDT khi bán. Lệnh chờ trong sổ trả phí maker, lệnh khớp ngay trả phí taker. Cả hai hiển thị trên phiếu lệnh trước khi xác nhận.',
      },
      zh: {
        title: '交易费用是多少？',
        abstract: '挂单与吃单手续费，从所得中扣除。',
        content:
          '手续费按您在成交中所得的比例收取：买入时以币种计，卖出时以 USDT 计。先挂在订单簿的委托按挂单费率，吃单委托按吃单费率。两者在确认前都会显示在下单页。',
      },
    },
  },
  {
    slug: 'faq-check',
    category: CATEGORIES.faq,
    position: 40,
    texts: {
      en: {
        title: 'How can I check a price?',
        abstract: 'Download the index ticks and verify their chain.',
        content:
          'Every market has an index with a tick a second. Each tick carries the hash of the one before, and once a minute the last hash is signed. Download a range and run the verifier: it recomputes every hash, checks the signatures and names the first line that does not fit.',
      },
      hk: {
        title: '如何核實價格？',
        abstract: '下載指數報價並驗證其雜湊鏈。',
        content:
          '每個市場都有每秒一次的指數報價。每個報價包含上一個的雜湊值，而最後的雜湊值每分鐘簽署一次。下載一段資料並執行驗證工具：它會重算所有雜湊、核對簽署，並指出首個不符的一行。',
      },
      th: {
        title: 'ตรวจสอบราคาได้อย่างไร',
        abstract: 'ดาวน์โหลดราคาดัชนีและตรวจสายแฮช',
        content:
          'ทุกตลาดมีดัชนีวินาทีละหนึ่งราคา แต่ละราคามีแฮชของราคาก่อนหน้า และทุกนาทีแฮชสุดท้ายจะถูกลงลายเซ็น ดาวน์โหลดช่วงที่ต้องการแล้วรันเครื่องมือตรวจ เครื่องมือจะคำนวณแฮชใหม่ ตรวจลายเซ็น และบอกบรรทัดแรกที่ไม่ตรง',
      },
      jp: {
        title: '価格はどう確かめますか',
        abstract: '指数ティックを取得し、ハッシュの連鎖を検証します。',
        content:
          '各市場には毎秒の指数ティックがあります。ティックは直前のハッシュを含み、最後のハッシュは毎分署名されます。範囲を取得して検証ツールを実行すると、ハッシュを再計算し署名を確認して、合わない最初の行を示します。',
      },
      kor: {
        title: '가격은 어떻게 확인하나요?',
        abstract: '지수 틱을 내려받아 해시 연결을 검증합니다.',
        content:
          '모든 마켓에는 1초마다 지수 틱이 있습니다. 각 틱은 이전 틱의 해시를 담고, 마지막 해시는 1분마다 서명됩니다. 구간을 내려받아 검증 도구를 실행하면 해시를 다시 계산하고 서명을 확인해 맞지 않는 첫 줄을 알려 줍니다.',
      },
      fra: {
        title: 'Comment vérifier un prix ?',
        abstract: 'Téléchargez les cotations de l’indice et vérifiez leur chaîne.',
        content:
          'Chaque marché a un indice coté chaque seconde. Chaque cotation porte l’empreinte de la précédente, et la dernière empreinte est signée chaque minute. Téléchargez une plage et lancez le vérificateur : il recalcule les empreintes, contrôle les signatures et nomme la première ligne fautive.',
      },
      spa: {
        title: '¿Cómo compruebo un precio?',
        abstract: 'Descarga las cotizaciones del índice y verifica su cadena.',
        content:
          'Cada mercado tiene un índice con una cotización por segundo. Cada una lleva el hash de la anterior y, cada minuto, se firma el último. Descarga un tramo y ejecuta el verificador: recalcula los hashes, comprueba las firmas y señala la primera línea que no cuadra.',
      },
      vn: {
        title: 'Kiểm tra giá bằng cách nào?',
        abstract: 'Tải giá chỉ số và xác minh chuỗi băm.',
        content:
          'Mỗi thị trường có chỉ số mỗi giây một giá. Mỗi giá mang mã băm của giá trước, và mỗi phút mã băm cuối được ký. Tải một khoảng và chạy công cụ kiểm tra: nó tính lại mã băm, kiểm tra chữ ký và chỉ ra dòng đầu tiên không khớp.',
      },
      zh: {
        title: '如何核实价格？',
        abstract: '下载指数报价并验证其哈希链。',
        content:
          '每个市场都有每秒一次的指数报价。每个报价包含上一个的哈希值，而最后的哈希值每分钟签名一次。下载一段数据并运行验证工具：它会重算所有哈希、核对签名，并指出首个不符的一行。',
      },
    },
  },
  {
    slug: 'faq-refused',
    category: CATEGORIES.faq,
    position: 50,
    texts: {
      en: {
        title: 'Why was my order refused?',
        abstract: 'The message names the rule that it breaks.',
        content:
          'An order must fit the tick and lot of its market, be worth the minimum, lie inside the price band around the index, and be covered by your available balance. Stocks trade only in trading hours. A refused order changes nothing in your account.',
      },
      hk: {
        title: '為甚麼委託被拒？',
        abstract: '提示會說明所觸及的規則。',
        content:
          '委託必須符合市場的最小變動價位與數量單位、達到最低金額、處於指數附近的價格區間內，並有足夠可用餘額。股票只在交易時段撮合。被拒的委託不會改變你的帳戶。',
      },
      th: {
        title: 'ทำไมคำสั่งถูกปฏิเสธ',
        abstract: 'ข้อความจะบอกกติกาที่เกี่ยวข้อง',
        content:
          'คำสั่งต้องตรงกับช่วงราคาและหน่วยของตลาด มีมูลค่าถึงขั้นต่ำ อยู่ในกรอบราคารอบดัชนี และมียอดคงเหลือพอ หุ้นจับคู่เฉพาะเวลาทำการ คำสั่งที่ถูกปฏิเสธไม่เปลี่ยนอะไรในบัญชีของคุณ',
      },
      jp: {
        title: '注文が拒否されたのはなぜですか',
        abstract: 'メッセージに該当するルールが示されます。',
        content:
          '注文は市場の呼値と売買単位に合い、最低金額以上で、指数の価格帯に収まり、利用可能残高で賄える必要があります。株式は取引時間内のみ付け合わせます。拒否された注文で口座は変わりません。',
      },
      kor: {
        title: '주문이 거부된 이유는 무엇인가요?',
        abstract: '메시지에 해당 규칙이 표시됩니다.',
        content:
          '주문은 마켓의 호가 단위와 수량 단위에 맞고, 최소 금액 이상이며, 지수 주변의 가격 범위 안에 있고, 가용 잔액으로 충당되어야 합니다. 주식은 거래 시간에만 체결됩니다. 거부된 주문은 계정에 아무 영향이 없습니다.',
      },
      fra: {
        title: 'Pourquoi mon ordre a-t-il été refusé ?',
        abstract: 'Le message indique la règle en cause.',
        content:
          'Un ordre doit respecter le pas de prix et le lot du marché, atteindre le minimum, rester dans la bande autour de l’indice et être couvert par votre solde disponible. Les actions ne se négocient qu’aux heures d’ouverture. Un ordre refusé ne change rien à votre compte.',
      },
      spa: {
        title: '¿Por qué se rechazó mi orden?',
        abstract: 'El mensaje indica la regla.',
        content:
          'Una orden debe ajustarse al tick y al lote del mercado, alcanzar el mínimo, quedar dentro de la banda en torno al índice y estar cubierta por tu saldo disponible. Las acciones solo se negocian en su horario. Una orden rechazada no cambia nada en tu cuenta.',
      },
      vn: {
        title: 'Vì sao lệnh của tôi bị từ chối?',
        abstract: 'Thông báo cho biết quy tắc liên quan.',
        content:
          'Lệnh phải khớp bước giá và đơn vị của thị trường, đạt giá trị tối thiểu, nằm trong biên độ quanh chỉ số và đủ số dư khả dụng. Cổ phiếu chỉ khớp trong giờ giao dịch. Lệnh bị từ chối không thay đổi gì trong tài khoản.',
      },
      zh: {
        title: '为什么委托被拒？',
        abstract: '提示会说明所触及的规则。',
        content:
          '委托必须符合市场的最小变动价位与数量单位、达到最低金额、处于指数附近的价格区间内，并有足够可用余额。股票只在交易时段撮合。被拒的委托不会改变您的账户。',
      },
    },
  },
  {
    slug: 'faq-support',
    category: CATEGORIES.faq,
    position: 60,
    texts: {
      en: {
        title: 'How do I reach customer service?',
        abstract: 'Search the questions first, then chat or leave a message.',
        content:
          'Open customer service from the menu. Type your question: articles that answer it appear while you type. In opening hours an agent answers in the chat; outside of them leave a message and the answer arrives in the app. You can attach pictures and your own orders. Customer service never asks for a password, a code or a private key, and never sends you a wallet address.',
      },
      hk: {
        title: '如何聯絡客服？',
        abstract: '先搜尋常見問題，再開始對話或提交工單。',
        content:
          '於選單開啟客服並輸入問題，輸入時會顯示相關文章。辦公時間內由專人在對話中回覆；其他時間可提交工單，回覆會以訊息送達。你可附上圖片及自己的訂單。客服絕不會索取密碼、驗證碼或私鑰，亦不會向你發送錢包地址。',
      },
      th: {
        title: 'ติดต่อฝ่ายบริการลูกค้าอย่างไร',
        abstract: 'ค้นหาคำถามก่อน แล้วแชตหรือฝากข้อความ',
        content:
          'เปิดฝ่ายบริการลูกค้าจากเมนูแล้วพิมพ์คำถาม บทความที่ตอบได้จะแสดงขณะพิมพ์ ในเวลาทำการเจ้าหน้าที่จะตอบในแชต นอกเวลาให้ฝากข้อความไว้ คำตอบจะมาถึงในแอป แนบรูปและคำสั่งของคุณได้ ฝ่ายบริการลูกค้าจะไม่ขอรหัสผ่าน รหัสยืนยัน หรือคีย์ส่วนตัว และจะไม่ส่งที่อยู่วอลเล็ตให้คุณ',
      },
      jp: {
        title: 'カスタマーサポートへの連絡方法は？',
        abstract: 'まず質問を検索し、チャットまたはメッセージをご利用ください。',
        content:
          'メニューからカスタマーサポートを開き、質問を入力してください。入力中に関連記事が表示されます。営業時間内は担当者がチャットで回答し、時間外はチケットを送信すると回答がメッセージで届きます。画像やご自身の注文を添付できます。サポートがパスワード、認証コード、秘密鍵をお尋ねすることも、ウォレットアドレスをお送りすることもありません。',
      },
      kor: {
        title: '고객센터에 어떻게 문의하나요?',
        abstract: '먼저 질문을 검색한 뒤 채팅하거나 문의를 남기세요.',
        content:
          '메뉴에서 고객센터를 열고 질문을 입력하세요. 입력하는 동안 관련 글이 표시됩니다. 상담 시간에는 담당자가 채팅으로 답변하고, 그 외 시간에는 문의를 남기면 답변이 앱으로 도착합니다. 사진과 본인의 주문을 첨부할 수 있습니다. 고객센터는 비밀번호, 인증번호, 개인 키를 묻지 않으며 지갑 주소를 보내지 않습니다.',
      },
      fra: {
        title: 'Comment joindre le service client ?',
        abstract: 'Cherchez d’abord dans les questions, puis discutez ou laissez un message.',
        content:
          'Ouvrez le service client depuis le menu et saisissez votre question : les articles qui y répondent s’affichent pendant la saisie. Aux heures d’ouverture, un conseiller répond dans le chat ; en dehors, laissez un message et la réponse arrive dans l’application. Vous pouvez joindre des images et vos propres ordres. Le service client ne demande jamais de mot de passe, de code ni de clé privée, et n’envoie jamais d’adresse de portefeuille.',
      },
      spa: {
        title: '¿Cómo contacto con atención al cliente?',
        abstract: 'Busca primero en las preguntas; después chatea o deja un mensaje.',
        content:
          'Abre atención al cliente desde el menú y escribe tu pregunta: los artículos que la responden aparecen mientras escribes. En horario de atención responde una persona en el chat; fuera de él deja un mensaje y la respuesta llega en la app. Puedes adjuntar imágenes y tus propias órdenes. Atención al cliente nunca pide contraseñas, códigos ni claves privadas, ni te envía direcciones de billetera.',
      },
      vn: {
        title: 'Làm sao liên hệ chăm sóc khách hàng?',
        abstract: 'Tìm câu hỏi trước, sau đó trò chuyện hoặc để lại tin nhắn.',
        content:
          'Mở mục chăm sóc khách hàng từ menu và nhập câu hỏi: các bài viết trả lời sẽ hiện khi bạn gõ. Trong giờ làm việc, nhân viên trả lời trong khung trò chuyện; ngoài giờ hãy để lại tin nhắn, câu trả lời sẽ đến trong ứng dụng. Bạn có thể đính kèm ảnh và lệnh của mình. Bộ phận hỗ trợ không bao giờ hỏi mật khẩu, mã hay khóa riêng, và không gửi địa chỉ ví cho bạn.',
      },
      zh: {
        title: '如何联系客服？',
        abstract: '先搜索常见问题，再开始会话或提交工单。',
        content:
          '在菜单打开客服并输入问题，输入时会显示相关文章。工作时间内由专人在会话中回复；其他时间可提交工单，回复会以消息送达。您可附上图片和自己的订单。客服绝不会索要密码、验证码或私钥，也不会向您发送钱包地址。',
      },
    },
  },
];
