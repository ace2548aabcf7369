import { CATEGORIES } from '@karat/contract';
import type { ShippedArticle } from './text.ts';

export const banners: readonly ShippedArticle[] = [
  {
    slug: 'banner-verify',
    category: CATEGORIES.banners,
    position: 10,
    link: '/pages/common/operational_compliance',
    texts: {
      en: {
        title: 'Verify every price',
        abstract: 'Every price that settles something is kept, chained and signed.',
        content: 'Anyone can download the index ticks and verify them.',
      },
      hk: {
        title: '每個價格都可查證',
        abstract: '每個結算價格都已保存、串連並簽署。',
        content: '任何人都可下載指數報價並核實。',
      },
      th: {
        title: 'ตรวจสอบได้ทุกราคา',
        abstract: 'ทุกราคาที่ใช้ชำระถูกเก็บ ร้อยต่อกัน และลงลายเซ็นดิจิทัล',
        content: 'ทุกคนดาวน์โหลดและตรวจสอบค่าดัชนีได้',
      },
      jp: {
        title: 'すべての価格を検証できます',
        abstract: '決済価格はすべて保存・連鎖・署名されています。',
        content: '指数ティックは誰でもダウンロードして検証できます。',
      },
      kor: {
        title: '모든 가격을 검증하세요',
        abstract: '정산에 쓰인 모든 가격은 보관되고 연결되어 서명됩니다.',
        content: '누구나 지수 틱을 내려받아 검증할 수 있습니다.',
      },
      fra: {
        title: 'Vérifiez chaque prix',
        abstract: 'Chaque prix de règlement est conservé, chaîné et signé.',
        content: 'Chacun peut télécharger et vérifier les cours de l’indice.',
      },
      spa: {
        title: 'Comprueba cada precio',
        abstract: 'Cada precio de liquidación se guarda, se encadena y se firma.',
        content: 'Cualquiera puede descargar los ticks del índice y comprobarlos.',
      },
      vn: {
        title: 'Kiểm chứng mọi mức giá',
        abstract: 'Mọi giá thanh toán đều được lưu, nối chuỗi và ký số.',
        content: 'Ai cũng có thể tải và kiểm chứng các mức chỉ số.',
      },
      zh: {
        title: '每个价格都可查证',
        abstract: '每个结算价格都已保存、串联并签名。',
        content: '任何人都可下载指数报价并核实。',
      },
    },
  },
  {
    slug: 'banner-stocks',
    category: CATEGORIES.banners,
    position: 20,
    link: '/pages/market/market?tab=stock',
    texts: {
      en: {
        title: 'Shares by the fraction',
        abstract: 'Six large companies, from a few dollars, in New York trading hours.',
        content:
          'Stocks trade against USDT from 09:30 to 16:00 New York time. Outside these hours your orders wait.',
      },
      hk: {
        title: '碎股也能買',
        abstract: '六家大型公司，幾美元起，紐約時段交易。',
        content: '股票於紐約時間 09:30 至 16:00 以 USDT 交易。其餘時間委託會等候開市。',
      },
      th: {
        title: 'ซื้อหุ้นเป็นเศษส่วนได้',
        abstract: 'หกบริษัทใหญ่ เริ่มไม่กี่ดอลลาร์ ตามเวลานิวยอร์ก',
        content: 'หุ้นซื้อขายกับ USDT เวลา 09:30 ถึง 16:00 ตามเวลานิวยอร์ก นอกเวลานี้คำสั่งจะรอ',
      },
      jp: {
        title: '株式を小口で',
        abstract: '大手 6 社を数ドルから、ニューヨーク時間で。',
        content: '株式はニューヨーク時間 9:30～16:00 に USDT 建てで取引できます。時間外の注文は待機します。',
      },
      kor: {
        title: '주식 소수점 투자',
        abstract: '대형 기업 6곳의 주식을 몇 달러부터, 뉴욕 거래 시간에.',
        content: '주식은 뉴욕 시간 09:30~16:00에 USDT로 거래됩니다. 그 외 시간의 주문은 대기합니다.',
      },
      fra: {
        title: 'Des actions par fraction',
        abstract: 'Six grandes sociétés, dès quelques dollars, aux heures de New York.',
        content:
          'Les actions se négocient en USDT de 9 h 30 à 16 h, heure de New York. En dehors, vos ordres attendent.',
      },
      spa: {
        title: 'Acciones por fracciones',
        abstract: 'Seis grandes empresas, desde unos dólares, en horario de Nueva York.',
        content:
          'Las acciones se negocian en USDT de 9:30 a 16:00, hora de Nueva York. Fuera de ese horario tus órdenes esperan.',
      },
      vn: {
        title: 'Mua cổ phiếu lẻ',
        abstract: 'Sáu công ty lớn, từ vài đô la, theo giờ New York.',
        content:
          'Cổ phiếu giao dịch bằng USDT từ 9:30 đến 16:00 giờ New York. Ngoài giờ, lệnh của bạn sẽ chờ.',
      },
      zh: {
        title: '碎股也能买',
        abstract: '六家大型公司，几美元起，纽约时段交易。',
        content: '股票于纽约时间 09:30 至 16:00 以 USDT 交易。其余时间委托会等候开市。',
      },
    },
  },
  {
    slug: 'banner-convert',
    category: CATEGORIES.banners,
    position: 30,
    link: '/pages/fund/fundTransfer',
    texts: {
      en: {
        title: 'Convert coins in one step',
        abstract: 'At the index price, with the fee shown before you confirm.',
        content: 'Conversion takes place at the published index; the fee comes on top of what you give.',
      },
      hk: {
        title: '一步兌換幣種',
        abstract: '按指數價成交，確認前即顯示手續費。',
        content: '兌換按公開指數進行，手續費在你付出的數量之外另計。',
      },
      th: {
        title: 'แปลงเหรียญในขั้นตอนเดียว',
        abstract: 'ตามราคาดัชนี แสดงค่าธรรมเนียมก่อนยืนยัน',
        content: 'การแปลงใช้ดัชนีที่เผยแพร่ ค่าธรรมเนียมคิดเพิ่มจากจำนวนที่คุณจ่าย',
      },
      jp: {
        title: 'ワンステップで交換',
        abstract: '指数価格で、手数料は確定前に表示。',
        content: '交換は公開指数で行われ、手数料は支払う数量に上乗せされます。',
      },
      kor: {
        title: '한 번에 코인 교환',
        abstract: '지수 가격으로 교환하며 수수료는 확인 전에 표시됩니다.',
        content: '교환은 공개 지수로 이루어지며 수수료는 지불 수량에 더해집니다.',
      },
      fra: {
        title: 'Convertir des cryptos en une étape',
        abstract: 'Au prix de l’indice, frais affichés avant de confirmer.',
        content: 'La conversion se fait à l’indice publié ; les frais s’ajoutent à ce que vous payez.',
      },
      spa: {
        title: 'Convierte criptos en un paso',
        abstract: 'Al precio del índice, con la comisión a la vista antes de confirmar.',
        content: 'La conversión se hace al índice publicado; la comisión se suma a lo que pagas.',
      },
      vn: {
        title: 'Đổi coin trong một bước',
        abstract: 'Theo giá chỉ số, phí hiển thị trước khi xác nhận.',
        content: 'Việc đổi dùng chỉ số được công bố; phí tính thêm trên số bạn trả.',
      },
      zh: {
        title: '一步兑换币种',
        abstract: '按指数价成交，确认前即显示手续费。',
        content: '兑换按公开指数进行，手续费在您付出的数量之外另计。',
      },
    },
  },
];
