import type { Lang } from '@karat/i18n';
import type { ProjectText } from './types.ts';

/** Tokens of the demonstration. */
export type DemoCode = 'HELIO' | 'HARBR' | 'MAREA' | 'NIMBO' | 'LINDN';

/** What the projects of a demonstration say about themselves: that they are one. */
export const demoTexts: Readonly<Record<DemoCode, Readonly<Record<Lang, ProjectText>>>> = {
  HELIO: {
    en: {
      title: 'Helios Grid',
      summary: 'Demo project: tokens of a network of rooftop solar plants. No real company stands behind it.',
    },
    hk: { title: 'Helios Grid', summary: '示範項目：屋頂太陽能網絡的代幣，背後並無真實公司。' },
    th: { title: 'Helios Grid', summary: 'โครงการสาธิต: โทเคนของเครือข่ายโซลาร์บนหลังคา ไม่มีบริษัทจริงอยู่เบื้องหลัง' },
    jp: {
      title: 'Helios Grid',
      summary: 'デモ用プロジェクト：屋根置き太陽光ネットワークのトークンです。実在の会社はありません。',
    },
    kor: {
      title: 'Helios Grid',
      summary: '데모 프로젝트: 옥상 태양광 네트워크의 토큰입니다. 실제 회사는 없습니다.',
    },
    fra: {
      title: 'Helios Grid',
      summary: 'Projet de démonstration : jetons d’un réseau de toits solaires. Aucune société réelle.',
    },
    spa: {
      title: 'Helios Grid',
      summary:
        'Proyecto de demostración: tokens de una red de tejados solares. No hay ninguna empresa real detrás.',
    },
    vn: {
      title: 'Helios Grid',
      summary: 'Dự án minh họa: token của mạng điện mặt trời mái nhà. Không có công ty thật đứng sau.',
    },
    zh: { title: 'Helios Grid', summary: '演示项目：屋顶太阳能网络的代币，背后没有真实公司。' },
  },
  HARBR: {
    en: {
      title: 'Harbour Court Offices',
      summary:
        'Demo fund: shares of an office building that pay the rent as dividends. No real building stands behind it.',
    },
    hk: { title: 'Harbour Court Offices', summary: '示範基金：辦公大樓份額，以租金派息，背後並無真實物業。' },
    th: {
      title: 'Harbour Court Offices',
      summary: 'กองทุนสาธิต: หน่วยของอาคารสำนักงานที่จ่ายค่าเช่าเป็นเงินปันผล ไม่มีอาคารจริง',
    },
    jp: {
      title: 'Harbour Court Offices',
      summary: 'デモ用ファンド：賃料を配当として支払うオフィスビルの持分です。実在の建物はありません。',
    },
    kor: {
      title: 'Harbour Court Offices',
      summary: '데모 펀드: 임대료를 배당하는 오피스 빌딩 지분입니다. 실제 건물은 없습니다.',
    },
    fra: {
      title: 'Harbour Court Offices',
      summary:
        'Fonds de démonstration : parts d’un immeuble de bureaux dont les loyers sont versés en dividendes. Aucun immeuble réel.',
    },
    spa: {
      title: 'Harbour Court Offices',
      summary:
        'Fondo de demostración: participaciones de un edificio de oficinas que reparte el alquiler. No hay ningún edificio real.',
    },
    vn: {
      title: 'Harbour Court Offices',
      summary:
        'Quỹ minh họa: phần vốn của tòa nhà văn phòng, trả tiền thuê làm cổ tức. Không có tòa nhà thật.',
    },
    zh: { title: 'Harbour Court Offices', summary: '演示基金：办公楼份额，以租金派息，背后没有真实物业。' },
  },
  MAREA: {
    en: {
      title: 'Marea Tidal',
      summary: 'Demo project: tokens of a tidal power study. The subscription has not started yet.',
    },
    hk: { title: 'Marea Tidal', summary: '示範項目：潮汐發電研究的代幣，認購尚未開始。' },
    th: { title: 'Marea Tidal', summary: 'โครงการสาธิต: โทเคนของการศึกษาพลังงานน้ำขึ้นน้ำลง ยังไม่เปิดจองซื้อ' },
    jp: {
      title: 'Marea Tidal',
      summary: 'デモ用プロジェクト：潮力発電調査のトークン。申込はまだ始まっていません。',
    },
    kor: {
      title: 'Marea Tidal',
      summary: '데모 프로젝트: 조력 발전 연구의 토큰입니다. 청약은 아직 시작되지 않았습니다.',
    },
    fra: {
      title: 'Marea Tidal',
      summary:
        'Projet de démonstration : jetons d’une étude d’énergie marémotrice. La souscription n’a pas commencé.',
    },
    spa: {
      title: 'Marea Tidal',
      summary:
        'Proyecto de demostración: tokens de un estudio de energía mareomotriz. La suscripción aún no ha empezado.',
    },
    vn: {
      title: 'Marea Tidal',
      summary: 'Dự án minh họa: token của nghiên cứu điện thủy triều. Chưa mở đăng ký mua.',
    },
    zh: { title: 'Marea Tidal', summary: '演示项目：潮汐发电研究的代币，认购尚未开始。' },
  },
  NIMBO: {
    en: {
      title: 'Nimbo Storage',
      summary:
        'Demo project: oversubscribed, allotted pro rata and listed. No real company stands behind it.',
    },
    hk: { title: 'Nimbo Storage', summary: '示範項目：超額認購，按比例分配並已上市，背後並無真實公司。' },
    th: { title: 'Nimbo Storage', summary: 'โครงการสาธิต: จองซื้อเกิน จัดสรรตามสัดส่วนและเข้าซื้อขายแล้ว ไม่มีบริษัทจริง' },
    jp: {
      title: 'Nimbo Storage',
      summary: 'デモ用プロジェクト：応募超過のため按分で割り当てられ、上場済みです。実在の会社はありません。',
    },
    kor: {
      title: 'Nimbo Storage',
      summary: '데모 프로젝트: 초과 청약되어 비례 배정 후 상장되었습니다. 실제 회사는 없습니다.',
    },
    fra: {
      title: 'Nimbo Storage',
      summary: 'Projet de démonstration : sursouscrit, attribué au prorata et coté. Aucune société réelle.',
    },
    spa: {
      title: 'Nimbo Storage',
      summary:
        'Proyecto de demostración: sobresuscrito, asignado a prorrata y cotizado. No hay ninguna empresa real.',
    },
    vn: {
      title: 'Nimbo Storage',
      summary: 'Dự án minh họa: đăng ký vượt mức, phân bổ theo tỷ lệ và đã niêm yết. Không có công ty thật.',
    },
    zh: { title: 'Nimbo Storage', summary: '演示项目：超额认购，按比例分配并已上市，背后没有真实公司。' },
  },
  LINDN: {
    en: {
      title: 'Linden Row Homes',
      summary:
        'Demo fund: listed shares of a row of rented homes, with a first dividend soon after the start. No real homes stand behind it.',
    },
    hk: {
      title: 'Linden Row Homes',
      summary: '示範基金：出租住宅的已上市份額，啟動後不久首次派息，背後並無真實物業。',
    },
    th: {
      title: 'Linden Row Homes',
      summary: 'กองทุนสาธิต: หน่วยที่เข้าซื้อขายแล้วของบ้านเช่า จ่ายปันผลครั้งแรกหลังเริ่มระบบไม่นาน ไม่มีบ้านจริง',
    },
    jp: {
      title: 'Linden Row Homes',
      summary:
        'デモ用ファンド：賃貸住宅の上場済み持分。開始後まもなく初回配当があります。実在の住宅はありません。',
    },
    kor: {
      title: 'Linden Row Homes',
      summary: '데모 펀드: 임대 주택의 상장 지분으로, 시작 직후 첫 배당이 있습니다. 실제 주택은 없습니다.',
    },
    fra: {
      title: 'Linden Row Homes',
      summary:
        'Fonds de démonstration : parts cotées de maisons louées, premier dividende peu après le démarrage. Aucune maison réelle.',
    },
    spa: {
      title: 'Linden Row Homes',
      summary:
        'Fondo de demostración: participaciones cotizadas de casas en alquiler, con un primer dividendo poco después del inicio. No hay casas reales.',
    },
    vn: {
      title: 'Linden Row Homes',
      summary:
        'Quỹ minh họa: phần vốn đã niêm yết của dãy nhà cho thuê, cổ tức đầu tiên ngay sau khi khởi động. Không có nhà thật.',
    },
    zh: {
      title: 'Linden Row Homes',
      summary: '演示基金：出租住宅的已上市份额，启动后不久首次派息，背后没有真实物业。',
    },
  },
};
