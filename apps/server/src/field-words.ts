import type { Lang } from '@karat/i18n';

export type Names = Readonly<Record<Lang, string>>;

/** A name in all languages. */
export const names = (
  en: string,
  hk: string,
  th: string,
  jp: string,
  kor: string,
  fra: string,
  spa: string,
  vn: string,
  zh: string,
): Names => ({ en, hk, th, jp, kor, fra, spa, vn, zh });

// Words that several fields share.
export const amount = names(
  'amount',
  '數量',
  'จำนวน',
  '数量',
  '수량',
  'montant',
  'importe',
  'số lượng',
  '数量',
);
export const price = names('price', '價格', 'ราคา', '価格', '가격', 'prix', 'precio', 'giá', '价格');
export const stopLoss = names(
  'stop loss',
  '止損價',
  'จุดตัดขาดทุน',
  '損切り価格',
  '손절가',
  'stop loss',
  'stop loss',
  'giá cắt lỗ',
  '止损价',
);
export const takeProfit = names(
  'take profit',
  '止盈價',
  'จุดทำกำไร',
  '利確価格',
  '익절가',
  'take profit',
  'take profit',
  'giá chốt lời',
  '止盈价',
);
export const password = names(
  'password',
  '密碼',
  'รหัสผ่าน',
  'パスワード',
  '비밀번호',
  'mot de passe',
  'contraseña',
  'mật khẩu',
  '密码',
);
export const payPassword = names(
  'pay password',
  '支付密碼',
  'รหัสผ่านชำระเงิน',
  '支払いパスワード',
  '결제 비밀번호',
  'mot de passe de paiement',
  'contraseña de pago',
  'mật khẩu thanh toán',
  '支付密码',
);
export const code = names(
  'verification code',
  '驗證碼',
  'รหัสยืนยัน',
  '認証コード',
  '인증번호',
  'code de vérification',
  'código de verificación',
  'mã xác minh',
  '验证码',
);
export const phone = names(
  'phone number',
  '手機號碼',
  'หมายเลขโทรศัพท์',
  '電話番号',
  '휴대폰 번호',
  'numéro de téléphone',
  'número de teléfono',
  'số điện thoại',
  '手机号',
);
export const fullName = names('name', '姓名', 'ชื่อ-นามสกุล', '氏名', '이름', 'nom', 'nombre', 'họ tên', '姓名');
export const currency = names(
  'coin',
  '幣種',
  'เหรียญ',
  '通貨',
  '코인',
  'devise',
  'moneda',
  'loại tiền',
  '币种',
);
export const country = names(
  'country',
  '國家/地區',
  'ประเทศ',
  '国・地域',
  '국가/지역',
  'pays',
  'país',
  'quốc gia',
  '国家/地区',
);
export const account = names(
  'account',
  '帳戶',
  'บัญชี',
  'アカウント',
  '계정',
  'compte',
  'cuenta',
  'tài khoản',
  '账户',
);
export const image = names(
  'picture',
  '圖片',
  'รูปภาพ',
  '画像',
  '이미지',
  'image',
  'imagen',
  'hình ảnh',
  '图片',
);
export const market = names(
  'market',
  '交易對',
  'ตลาด',
  '銘柄',
  '마켓',
  'marché',
  'mercado',
  'thị trường',
  '交易对',
);
export const period = names(
  'period',
  '週期',
  'ช่วงเวลา',
  '期間',
  '기간',
  'période',
  'periodo',
  'khoảng thời gian',
  '周期',
);

export const title = names('name', '名稱', 'ชื่อ', '名前', '이름', 'nom', 'nombre', 'tên', '名称');
