import { CATEGORIES } from '@karat/contract';
import type { ShippedArticle } from './text.ts';

export const news: readonly ShippedArticle[] = [
  {
    slug: 'news-order-types',
    category: CATEGORIES.news,
    position: 10,
    texts: {
      en: {
        title: 'Order types in spot trading',
        abstract: 'Limit, market, stop and OCO, and when to use which.',
        content:
          '- Limit: at your price or better; rests in the book until it fills or you cancel.\n- Market: at once, at the prices waiting in the book, within the price band.\n- Stop: waits for the last price to reach your trigger, then becomes a limit or market order.\n- OCO: a limit and a stop together; when one fills, the other is cancelled.\n- Post-only, IOC and FOK say whether an order may take, may rest or must fill whole.',
      },
      hk: {
        title: '現貨委託類型',
        abstract: '限價、市價、止損與 OCO 的用法。',
        content:
          '- 限價：以你的價格或更優價格成交，未成交部分掛在訂單簿，直至成交或撤銷。\n- 市價：即時按訂單簿中的價格成交，但不超出價格區間。\n- 止損：最新價到達觸發價後，轉為限價或市價委託。\n- OCO：限價與止損並行，一方成交，另一方即撤銷。\n- 只掛單、IOC 與 FOK 決定委託能否吃單、能否掛單或必須全部成交。',
      },
      th: {
        title: 'ประเภทคำสั่งในตลาดสปอต',
        abstract: 'ลิมิต ตลาด สต็อป และ OCO ควรใช้เมื่อไร',
        content:
          '- ลิมิต: ที่ราคาของคุณหรือดีกว่า รออยู่ในสมุดจนจับคู่หรือยกเลิก\n- ตลาด: ทันที ตามราคาที่รออยู่ในสมุด ภายในกรอบราคา\n- สต็อป: รอให้ราคาล่าสุดถึงราคาทริกเกอร์ แล้วกลายเป็นคำสั่งลิมิตหรือตลาด\n- OCO: ลิมิตกับสต็อปคู่กัน เมื่อคำสั่งหนึ่งจับคู่ อีกคำสั่งจะถูกยกเลิก\n- Post-only, IOC และ FOK กำหนดว่าคำสั่งจับคู่ทันทีได้ รอในสมุดได้ หรือต้องจับคู่ทั้งหมด',
      },
      jp: {
        title: '現物の注文方法',
        abstract: '指値・成行・ストップ・OCO の使い分け。',
        content:
          '- 指値：指定価格かそれより有利に約定し、残りは約定か取消まで板に残ります。\n- 成行：価格帯の範囲内で、板にある価格ですぐに約定します。\n- ストップ：直近価格がトリガーに達すると指値または成行になります。\n- OCO：指値とストップの組で、一方が約定すると他方は取り消されます。\n- ポストオンリー、IOC、FOK は、取る・置く・全量約定の条件を決めます。',
      },
      kor: {
        title: '현물 주문 유형',
        abstract: '지정가, 시장가, 스톱, OCO의 쓰임새.',
        content:
          '- 지정가: 지정한 가격이나 더 나은 가격에 체결되고, 남은 수량은 체결되거나 취소될 때까지 호가창에 남습니다.\n- 시장가: 가격 범위 안에서 호가창의 가격으로 즉시 체결됩니다.\n- 스톱: 최근 가격이 트리거에 닿으면 지정가 또는 시장가 주문이 됩니다.\n- OCO: 지정가와 스톱의 쌍으로, 하나가 체결되면 다른 하나는 취소됩니다.\n- 포스트 온리, IOC, FOK는 즉시 체결 여부와 대기, 전량 체결 조건을 정합니다.',
      },
      fra: {
        title: 'Types d’ordres spot',
        abstract: 'Limite, marché, stop et OCO : lequel choisir.',
        content:
          '- Limite : à votre prix ou mieux ; reste dans le carnet jusqu’à exécution ou annulation.\n- Marché : tout de suite, aux prix du carnet, dans la bande de prix.\n- Stop : attend que le dernier prix atteigne le seuil, puis devient limite ou marché.\n- OCO : une limite et un stop ensemble ; l’un exécuté, l’autre est annulé.\n- Post-only, IOC et FOK indiquent si l’ordre peut s’exécuter aussitôt, attendre dans le carnet ou doit s’exécuter en entier.',
      },
      spa: {
        title: 'Tipos de orden spot',
        abstract: 'Límite, mercado, stop y OCO: cuándo usar cada una.',
        content:
          '- Límite: a tu precio o mejor; espera en el libro hasta ejecutarse o cancelarse.\n- Mercado: al instante, a los precios del libro, dentro de la banda.\n- Stop: espera a que el último precio alcance el precio de activación y pasa a límite o mercado.\n- OCO: una límite y un stop juntos; al ejecutarse uno se cancela el otro.\n- Post-only, IOC y FOK indican si la orden puede ejecutarse al instante, esperar en el libro o debe ejecutarse entera.',
      },
      vn: {
        title: 'Các loại lệnh giao ngay',
        abstract: 'Lệnh giới hạn, thị trường, dừng và OCO.',
        content:
          '- Giới hạn: ở giá của bạn hoặc tốt hơn; chờ trong sổ đến khi khớp hoặc hủy.\n- Thị trường: khớp ngay theo giá trong sổ, trong biên độ giá.\n- Dừng: chờ giá gần nhất chạm giá kích hoạt rồi thành lệnh giới hạn hoặc thị trường.\n- OCO: một lệnh giới hạn và một lệnh dừng; một bên khớp thì bên kia bị hủy.\n- Post-only, IOC và FOK quy định lệnh được khớp ngay, được chờ hay phải khớp toàn bộ.',
      },
      zh: {
        title: '现货委托类型',
        abstract: '限价、市价、止损与 OCO 的用法。',
        content:
          '- 限价：以您的价格或更优价格成交，未成交部分挂在订单簿，直至成交或撤销。\n- 市价：即时按订单簿中的价格成交，但不超出价格区间。\n- 止损：最新价到达触发价后，转为限价或市价委托。\n- OCO：限价与止损并行，一方成交，另一方即撤销。\n- 只挂单、IOC 与 FOK 决定委托能否吃单、能否挂单或必须全部成交。',
      },
    },
  },
  {
    slug: 'news-simulated-prices',
    category: CATEGORIES.news,
    position: 20,
    texts: {
      en: {
        title: 'How simulated prices are kept honest',
        abstract: 'A seed committed before the day and revealed after it.',
        content:
          'Where no public exchange can be reached, prices come from a random walk. Its seed is fixed before the day begins: we publish its hash first and the seed itself afterwards.\n\nWith the seed anyone can compute the day again and compare it with the ticks that were shown. Prices of this kind carry the label “simulated”.',
      },
      hk: {
        title: '模擬行情如何保持誠實',
        abstract: '種子在當日之前承諾，之後公開。',
        content:
          '在無法連接公開交易所時，價格來自隨機漫步。其種子在當日開始前已確定：我們先公布其雜湊值，之後公開種子。\n\n任何人都可用種子重算全日價格，與已顯示的報價比對。此類價格均標明「模擬」。',
      },
      th: {
        title: 'ราคาจำลองโปร่งใสได้อย่างไร',
        abstract: 'ประกาศแฮชของซีดก่อนเริ่มวัน และเปิดเผยซีดหลังจบวัน',
        content:
          'เมื่อเชื่อมต่อตลาดสาธารณะไม่ได้ ราคามาจากการเดินสุ่ม ซีดกำหนดก่อนเริ่มวัน เราเผยแพร่ค่าแฮชก่อนและเปิดเผยซีดภายหลัง\n\nใครก็คำนวณราคาทั้งวันซ้ำและเทียบกับราคาที่แสดงได้ ราคาแบบนี้มีป้าย “จำลอง”',
      },
      jp: {
        title: 'シミュレーション価格の公正さ',
        abstract: 'シードは前日に約束し、翌日に公開。',
        content:
          '公開取引所に接続できないときは、価格はランダムウォークで作られます。シードは一日の始まる前に決まり、先にハッシュを、後でシード自体を公開します。\n\nシードがあれば誰でもその日を再計算し、表示されたティックと比べられます。この種の価格には「シミュレーション」と表示します。',
      },
      kor: {
        title: '모의 시세는 어떻게 공정하게 유지되나요?',
        abstract: '시드는 하루가 시작되기 전에 해시로 확정되고 이후 공개됩니다.',
        content:
          '공개 거래소에 연결할 수 없을 때 가격은 랜덤 워크로 만들어집니다. 시드는 하루가 시작되기 전에 정해지며 먼저 해시를, 나중에 시드를 공개합니다.\n\n누구나 시드로 하루를 다시 계산해 표시된 틱과 비교할 수 있습니다. 이런 가격에는 “모의” 표시가 붙습니다.',
      },
      fra: {
        title: 'Des prix simulés, mais honnêtes',
        abstract: 'Une graine fixée avant le jour, révélée après.',
        content: `Quand aucune bourse publique n’est joignable, les prix suivent une marche aléatoire. Sa graine est fixée avant le début du jour : nous publions d’abord son empreinte, puis la graine elle-même.

Avec la graine, chacun peut recalculer la journée et la comparer aux cotations affichées. Ces prix portent la mention « simulé ».`,
      },
      spa: {
        title: 'Precios simulados, pero honestos',
        abstract: 'Una semilla fijada antes del día y revelada después.',
        content:
          'Cuando no se alcanza ninguna bolsa pública, los precios siguen un paseo aleatorio. Su semilla se fija antes de empezar el día: primero publicamos su hash y después la semilla.\n\nCon ella cualquiera puede recalcular el día y compararlo con las cotizaciones mostradas. Estos precios llevan la etiqueta «simulado».',
      },
      vn: {
        title: 'Vì sao giá mô phỏng minh bạch?',
        abstract: 'Seed được cam kết trước khi ngày bắt đầu và công khai sau khi ngày kết thúc.',
        content:
          'Khi không kết nối được sàn công khai, giá được tạo bằng bước ngẫu nhiên (random walk). Seed được cố định trước khi ngày bắt đầu: chúng tôi công bố mã băm trước, rồi công khai seed.\n\nAi cũng có thể tính lại cả ngày và so với giá đã hiển thị. Giá loại này mang nhãn “mô phỏng”.',
      },
      zh: {
        title: '模拟行情如何保持诚实',
        abstract: '种子在当日之前承诺，之后公开。',
        content:
          '在无法连接公开交易所时，价格来自随机游走。其种子在当日开始前已确定：我们先公布其哈希值，之后公开种子。\n\n任何人都可用种子重算全日价格，与已显示的报价比对。此类价格均标明“模拟”。',
      },
    },
  },
];
