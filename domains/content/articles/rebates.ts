import { CATEGORIES } from '@karat/contract';
import type { ShippedArticle } from './text.ts';

/** Rules of invitation rebates. */
export const rebates: readonly ShippedArticle[] = [
  {
    slug: 'rebate-rules',
    category: CATEGORIES.rebate,
    position: 10,
    texts: {
      en: {
        title: 'Invitation rebate rules',
        abstract: 'You earn a share of the fees of friends you invite.',
        content:
          'Everyone who registers with your invite code or link is your invited friend. The code can only be entered at registration and cannot be changed later.\n\n- You receive a share of the spot, futures and conversion fees that your friends pay, after their own discounts. The current share is shown on the invitation page.\n- Rebates are paid in the currency of the fee into your exchange account at the end of every period, normally every hour. Each one is in your bills.\n- There is one level only: you earn nothing from the friends of your friends.\n- Amounts are rounded down to the smallest unit of the currency.\n- Your own second account does not count. If inviter and friend share a device, a withdrawal address, a card or an identity document, the rebates are reviewed by our team first and then paid or rejected.\n- Your friends are shown with masked names only; their trades stay private.',
      },
      hk: {
        title: '邀請返佣規則',
        abstract: '好友交易，你享手續費返佣。',
        content:
          '凡使用你的邀請碼或連結註冊的用戶，即為你的受邀好友。邀請碼只能於註冊時填寫，之後不可更改。\n\n- 好友支付的現貨、合約及兌換手續費（扣除其自身減免後），你可獲其中一部分。現行比例見邀請頁面。\n- 返佣以手續費的幣種計算，於每個週期結束時（一般每小時）存入你的幣幣帳戶，每筆均列於帳單。\n- 只設一級：好友的好友不計返佣。\n- 金額按幣種最小單位向下取整。\n- 自己的第二個帳戶不計。若邀請人與好友共用裝置、提現地址、銀行卡或身份證件，返佣會先行凍結，待團隊審查後發放或拒絕。\n- 好友名稱只以遮蔽方式顯示，其交易不會公開。',
      },
      th: {
        title: 'กติกาค่าคอมมิชชันแนะนำเพื่อน',
        abstract: 'รับส่วนแบ่งค่าธรรมเนียมจากเพื่อนที่คุณเชิญ',
        content:
          'ทุกคนที่สมัครด้วยรหัสหรือลิงก์เชิญของคุณคือเพื่อนที่คุณเชิญ กรอกรหัสได้ตอนสมัครเท่านั้นและเปลี่ยนภายหลังไม่ได้\n\n- คุณได้ส่วนแบ่งจากค่าธรรมเนียมสปอต ฟิวเจอร์ส และการแปลงเหรียญที่เพื่อนจ่ายหลังหักส่วนลดของเขา อัตราปัจจุบันแสดงในหน้าเชิญเพื่อน\n- ค่าคอมมิชชันเป็นสกุลเดียวกับค่าธรรมเนียม เข้าบัญชีสปอตเมื่อสิ้นแต่ละรอบ ปกติทุกชั่วโมง และแสดงในรายการเดินบัญชี\n- มีเพียงชั้นเดียว ไม่มีรายได้จากเพื่อนของเพื่อน\n- ปัดเศษลงตามหน่วยย่อยที่สุดของสกุลเงิน\n- บัญชีที่สองของคุณเองไม่นับ หากผู้เชิญและเพื่อนใช้อุปกรณ์ ที่อยู่ถอน บัตร หรือเอกสารยืนยันตัวตนร่วมกัน จะพักไว้จนกว่าทีมงานตรวจสอบแล้วจ่ายหรือปฏิเสธ\n- ชื่อเพื่อนแสดงแบบปิดบังเท่านั้น การเทรดของเขาเป็นส่วนตัว',
      },
      jp: {
        title: '招待リベートの規則',
        abstract: '招待した友だちの手数料の一部を受け取れます。',
        content:
          'あなたの招待コードまたはリンクで登録した人が招待した友だちです。コードは登録時のみ入力でき、後から変更できません。\n\n- 友だちが支払った現物・先物・交換の手数料（割引後）の一定割合を受け取れます。現在の割合は招待ページに表示されます。\n- リベートは手数料と同じ通貨で、各期間の終わり（通常 1 時間ごと）に取引口座へ入金され、明細に記録されます。\n- 一段階のみです。友だちの友だちからの収入はありません。\n- 金額は通貨の最小単位で切り捨てます。\n- ご自身の別アカウントは対象外です。招待者と友だちが端末、出金先、カード、本人確認書類を共有している場合、リベートは保留され、確認後に支払いまたは却下されます。\n- 友だちの名前は伏せて表示され、取引は公開されません。',
      },
      kor: {
        title: '초대 리베이트 규칙',
        abstract: '초대한 친구의 수수료 일부를 받습니다.',
        content:
          '내 초대 코드나 링크로 가입한 사람이 초대한 친구입니다. 코드는 가입할 때만 입력할 수 있고 이후 변경할 수 없습니다.\n\n- 친구가 할인 후 실제로 낸 현물·선물·교환 수수료의 일정 비율을 받습니다. 현재 비율은 초대 페이지에 표시됩니다.\n- 리베이트는 수수료와 같은 통화로 매 주기(보통 1시간)가 끝날 때 거래 계정에 지급되며 내역에 표시됩니다.\n- 1단계만 적용됩니다. 친구의 친구에게서는 받지 않습니다.\n- 금액은 통화의 최소 단위에서 버림합니다.\n- 본인의 다른 계정은 인정되지 않습니다. 초대인과 친구가 기기, 출금 주소, 카드 또는 신분증을 공유하면 리베이트가 보류되고 검토 후 지급되거나 거절됩니다.\n- 친구 이름은 가려서 표시되며 거래 내용은 공개되지 않습니다.',
      },
      fra: {
        title: 'Règles des commissions de parrainage',
        abstract: 'Vous recevez une part des frais des amis que vous invitez.',
        content:
          'Toute personne inscrite avec votre code ou votre lien est votre filleul. Le code se saisit uniquement à l’inscription et ne peut plus être changé.\n\n- Vous recevez une part des frais spot, futures et de conversion payés par vos amis, après leurs propres réductions. La part actuelle figure sur la page d’invitation.\n- Les commissions sont versées dans la devise des frais sur votre compte spot à la fin de chaque période, normalement toutes les heures, et figurent dans vos mouvements.\n- Un seul niveau : vous ne gagnez rien sur les amis de vos amis.\n- Les montants sont arrondis vers le bas à la plus petite unité de la devise.\n- Votre propre second compte ne compte pas. Si parrain et filleul partagent un appareil, une adresse de retrait, une carte ou une pièce d’identité, les commissions sont d’abord examinées par notre équipe, puis versées ou refusées.\n- Les noms de vos amis sont masqués ; leurs trades restent privés.',
      },
      spa: {
        title: 'Reglas de los reembolsos por invitación',
        abstract: 'Recibes una parte de las comisiones de los amigos que invitas.',
        content:
          'Quien se registra con tu código o enlace es tu amigo invitado. El código solo se introduce al registrarse y no se puede cambiar después.\n\n- Recibes una parte de las comisiones de spot, futuros y conversión que pagan tus amigos, después de sus propios descuentos. La parte actual se muestra en la página de invitación.\n- Los reembolsos se abonan en la moneda de la comisión, en tu cuenta spot, al final de cada periodo, normalmente cada hora, y figuran en tus movimientos.\n- Hay un solo nivel: no ganas nada por los amigos de tus amigos.\n- Los importes se redondean hacia abajo a la unidad mínima de la moneda.\n- Tu propia segunda cuenta no cuenta. Si quien invita y el amigo comparten dispositivo, dirección de retiro, tarjeta o documento de identidad, los reembolsos esperan a que nuestro equipo los revise y luego se pagan o se rechazan.\n- Los nombres de tus amigos se muestran ocultos; sus operaciones son privadas.',
      },
      vn: {
        title: 'Quy định hoa hồng mời bạn',
        abstract: 'Bạn nhận một phần phí của những người bạn mời.',
        content:
          'Ai đăng ký bằng mã hoặc liên kết mời của bạn là bạn được mời. Mã chỉ nhập khi đăng ký và không đổi được sau đó.\n\n- Bạn nhận một phần phí giao ngay, futures và chuyển đổi mà bạn bè trả, sau khi trừ ưu đãi của họ. Tỷ lệ hiện tại hiển thị ở trang mời bạn.\n- Hoa hồng trả bằng loại tiền của phí vào tài khoản giao ngay khi kết thúc mỗi kỳ, thường là mỗi giờ, và có trong sao kê.\n- Chỉ một cấp: không có thu nhập từ bạn của bạn bè.\n- Số tiền làm tròn xuống đơn vị nhỏ nhất của loại tiền.\n- Tài khoản thứ hai của chính bạn không được tính. Nếu người mời và bạn bè dùng chung thiết bị, địa chỉ rút, thẻ hoặc giấy tờ tùy thân, hoa hồng sẽ chờ đội ngũ của chúng tôi xem xét rồi trả hoặc từ chối.\n- Tên bạn bè chỉ hiển thị dạng che; giao dịch của họ được giữ kín.',
      },
      zh: {
        title: '邀请返佣规则',
        abstract: '好友交易，您享手续费返佣。',
        content:
          '凡使用您的邀请码或链接注册的用户，即为您的受邀好友。邀请码只能在注册时填写，之后不可更改。\n\n- 好友支付的现货、合约及兑换手续费（扣除其自身减免后），您可获得其中一部分。当前比例见邀请页面。\n- 返佣以手续费的币种计算，在每个周期结束时（一般每小时）存入您的币币账户，每笔均列入账单。\n- 仅设一级：好友的好友不计返佣。\n- 金额按币种最小单位向下取整。\n- 自己的第二个账户不计。若邀请人与好友共用设备、提现地址、银行卡或身份证件，返佣会先冻结，待团队审核后发放或拒绝。\n- 好友名称仅以遮盖方式显示，其交易不会公开。',
      },
    },
  },
];
