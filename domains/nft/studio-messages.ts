import type { NftCode } from '@karat/contract';
import type { Catalogue } from '@karat/i18n';

/** Codes of what artists and operators do. */
export type StudioCode = Extract<
  NftCode,
  | 'nft_artist_required'
  | 'nft_artist_already'
  | 'nft_application_open'
  | 'nft_name_invalid'
  | 'nft_name_taken'
  | 'nft_text_too_long'
  | 'nft_upload_unknown'
  | 'nft_uploads_full'
  | 'nft_cover_required'
  | 'nft_media_invalid'
  | 'nft_audio_invalid'
  | 'nft_media_too_large'
  | 'nft_media_too_long'
  | 'nft_work_known'
  | 'nft_editions'
  | 'nft_royalty'
  | 'nft_decided'
  | 'nft_series_editions'
  | 'nft_report_open'
  | 'nft_report_unknown'
  | 'nft_report_closed'
>;

/** Refusals of applications, uploads, artworks and moderation. */
export const studioMessages: Catalogue<StudioCode> = {
  nft_artist_required: {
    en: 'Only accepted artists can do this.',
    hk: '僅限已通過審核的藝術家操作。',
    th: 'เฉพาะศิลปินที่ผ่านการอนุมัติเท่านั้น',
    jp: '承認されたアーティストのみ利用できます。',
    kor: '승인된 아티스트만 이용할 수 있습니다.',
    fra: 'Réservé aux artistes acceptés.',
    spa: 'Solo para artistas aceptados.',
    vn: 'Chỉ dành cho nghệ sĩ đã được duyệt.',
    zh: '仅限已通过审核的艺术家操作。',
  },
  nft_artist_already: {
    en: 'You are already an artist.',
    hk: '你已是藝術家。',
    th: 'คุณเป็นศิลปินอยู่แล้ว',
    jp: 'すでにアーティストとして登録されています。',
    kor: '이미 아티스트로 등록되어 있습니다.',
    fra: 'Vous êtes déjà artiste.',
    spa: 'Ya eres artista.',
    vn: 'Bạn đã là nghệ sĩ.',
    zh: '您已是艺术家。',
  },
  nft_application_open: {
    en: 'Your application is under review.',
    hk: '你的申請正在審核中。',
    th: 'ใบสมัครของคุณอยู่ระหว่างการตรวจสอบ',
    jp: '申請は審査中です。',
    kor: '신청이 심사 중입니다.',
    fra: 'Votre candidature est en cours d’examen.',
    spa: 'Tu solicitud está en revisión.',
    vn: 'Đơn đăng ký của bạn đang được xét duyệt.',
    zh: '您的申请正在审核中。',
  },
  nft_name_invalid: {
    en: 'Enter a name of at least 2 characters.',
    hk: '名稱至少需要 2 個字元。',
    th: 'ชื่อต้องมีอย่างน้อย 2 ตัวอักษร',
    jp: '名前は 2 文字以上で入力してください。',
    kor: '이름은 2자 이상이어야 합니다.',
    fra: 'Saisissez un nom d’au moins 2 caractères.',
    spa: 'Introduce un nombre de al menos 2 caracteres.',
    vn: 'Tên phải có ít nhất 2 ký tự.',
    zh: '名称至少需要 2 个字符。',
  },
  nft_name_taken: {
    en: 'Another artist has this name.',
    hk: '此名稱已被其他藝術家使用。',
    th: 'มีศิลปินคนอื่นใช้ชื่อนี้แล้ว',
    jp: 'この名前は他のアーティストが使用しています。',
    kor: '다른 아티스트가 사용 중인 이름입니다.',
    fra: 'Un autre artiste porte ce nom.',
    spa: 'Otro artista tiene este nombre.',
    vn: 'Một nghệ sĩ khác đã dùng tên này.',
    zh: '该名称已被其他艺术家使用。',
  },
  nft_text_too_long: {
    en: 'Text too long: {max} characters at most.',
    hk: '文字過長：最多 {max} 個字元。',
    th: 'ข้อความยาวเกินไป สูงสุด {max} ตัวอักษร',
    jp: 'テキストが長すぎます。{max} 文字以内にしてください。',
    kor: '텍스트가 너무 깁니다. 최대 {max}자입니다.',
    fra: 'Texte trop long : {max} caractères au maximum.',
    spa: 'Texto demasiado largo: máximo {max} caracteres.',
    vn: 'Văn bản quá dài: tối đa {max} ký tự.',
    zh: '文字过长：最多 {max} 个字符。',
  },
  nft_upload_unknown: {
    en: 'This file no longer exists. Please upload it again.',
    hk: '找不到此檔案，請重新上傳。',
    th: 'ไม่พบไฟล์นี้ โปรดอัปโหลดอีกครั้ง',
    jp: 'ファイルが見つかりません。もう一度アップロードしてください。',
    kor: '파일을 찾을 수 없습니다. 다시 업로드하세요.',
    fra: 'Ce fichier n’existe plus. Envoyez-le à nouveau.',
    spa: 'Este archivo ya no existe. Súbelo de nuevo.',
    vn: 'Không tìm thấy tệp này. Hãy tải lên lại.',
    zh: '找不到该文件，请重新上传。',
  },
  nft_uploads_full: {
    en: 'You have reached the limit of {max}. Use or remove existing ones first.',
    hk: '已達 {max} 個上限，請先使用或移除現有項目。',
    th: 'ถึงขีดจำกัด {max} รายการแล้ว โปรดใช้หรือลบรายการที่มีก่อน',
    jp: '上限の {max} 件に達しました。先に既存のものを使うか削除してください。',
    kor: '한도 {max}개에 도달했습니다. 기존 항목을 먼저 사용하거나 삭제하세요.',
    fra: 'Vous avez atteint la limite de {max}. Utilisez ou retirez d’abord l’existant.',
    spa: 'Has alcanzado el límite de {max}. Usa o quita primero lo que hay.',
    vn: 'Bạn đã đạt giới hạn {max}. Hãy dùng hoặc xóa mục hiện có trước.',
    zh: '已达 {max} 个上限，请先使用或移除现有项目。',
  },
  nft_cover_required: {
    en: 'A GIF, audio or video needs a cover picture.',
    hk: 'GIF、音訊或影片需要封面圖片。',
    th: 'GIF เสียง หรือวิดีโอต้องมีภาพปก',
    jp: 'GIF・音声・動画にはカバー画像が必要です。',
    kor: 'GIF, 오디오, 동영상에는 커버 이미지가 필요합니다.',
    fra: 'Un GIF, un son ou une vidéo a besoin d’une image de couverture.',
    spa: 'Un GIF, audio o vídeo necesita una imagen de portada.',
    vn: 'GIF, âm thanh hoặc video cần ảnh bìa.',
    zh: 'GIF、音频或视频需要封面图片。',
  },
  nft_media_invalid: {
    en: 'This file is damaged or of a kind that is not supported.',
    hk: '檔案已損壞或格式不支援。',
    th: 'ไฟล์เสียหายหรือเป็นชนิดที่ไม่รองรับ',
    jp: 'ファイルが破損しているか、対応していない形式です。',
    kor: '파일이 손상되었거나 지원하지 않는 형식입니다.',
    fra: 'Ce fichier est endommagé ou d’un type non pris en charge.',
    spa: 'El archivo está dañado o es de un tipo no admitido.',
    vn: 'Tệp bị hỏng hoặc không được hỗ trợ.',
    zh: '文件已损坏或格式不支持。',
  },
  nft_audio_invalid: {
    en: 'Audio file error.',
    hk: '音訊檔案錯誤。',
    th: 'ไฟล์เสียงผิดพลาด',
    jp: '音声ファイルのエラーです。',
    kor: '오디오 파일 오류입니다.',
    fra: 'Erreur de fichier audio.',
    spa: 'Error en el archivo de audio.',
    vn: 'Lỗi tệp âm thanh.',
    zh: '音频文件错误。',
  },
  nft_media_too_large: {
    en: 'The file is too large: {max} MB at most.',
    hk: '檔案過大：最多 {max} MB。',
    th: 'ไฟล์ใหญ่เกินไป สูงสุด {max} MB',
    jp: 'ファイルが大きすぎます。{max} MB 以内にしてください。',
    kor: '파일이 너무 큽니다. 최대 {max} MB입니다.',
    fra: 'Fichier trop lourd : {max} Mo au maximum.',
    spa: 'Archivo demasiado grande: máximo {max} MB.',
    vn: 'Tệp quá lớn: tối đa {max} MB.',
    zh: '文件过大：最多 {max} MB。',
  },
  nft_media_too_long: {
    en: 'The recording is too long: {max} seconds at most.',
    hk: '檔案時長過長：最多 {max} 秒。',
    th: 'ไฟล์ยาวเกินไป สูงสุด {max} วินาที',
    jp: '再生時間が長すぎます。{max} 秒以内にしてください。',
    kor: '재생 시간이 너무 깁니다. 최대 {max}초입니다.',
    fra: 'Enregistrement trop long : {max} secondes au maximum.',
    spa: 'Grabación demasiado larga: máximo {max} segundos.',
    vn: 'Bản ghi quá dài: tối đa {max} giây.',
    zh: '时长过长：最多 {max} 秒。',
  },
  nft_work_known: {
    en: 'This file is already an artwork on this marketplace.',
    hk: '此檔案已是本市場的作品。',
    th: 'ไฟล์นี้เป็นผลงานในตลาดนี้แล้ว',
    jp: 'このファイルはすでに作品として登録されています。',
    kor: '이미 이 마켓에 등록된 파일입니다.',
    fra: 'Ce fichier est déjà une œuvre de cette place de marché.',
    spa: 'Este archivo ya es una obra de este mercado.',
    vn: 'Tệp này đã là một tác phẩm trên sàn.',
    zh: '该文件已是本市场的作品。',
  },
  nft_editions: {
    en: 'An artwork has 1 to {max} editions.',
    hk: '作品版數為 1 至 {max}。',
    th: 'ผลงานมีได้ 1 ถึง {max} เอดิชัน',
    jp: '作品のエディション数は 1～{max} です。',
    kor: '작품의 에디션은 1~{max}개입니다.',
    fra: 'Une œuvre compte de 1 à {max} éditions.',
    spa: 'Una obra tiene de 1 a {max} ediciones.',
    vn: 'Một tác phẩm có từ 1 đến {max} phiên bản.',
    zh: '作品版数为 1 至 {max}。',
  },
  nft_royalty: {
    en: 'The royalty is {max}% at most.',
    hk: '版稅最高為 {max}%。',
    th: 'ค่าลิขสิทธิ์สูงสุด {max}%',
    jp: 'ロイヤリティは最大 {max}% です。',
    kor: '로열티는 최대 {max}%입니다.',
    fra: 'La redevance est de {max} % au maximum.',
    spa: 'La regalía es del {max}% como máximo.',
    vn: 'Tiền bản quyền tối đa {max}%.',
    zh: '版税最高为 {max}%。',
  },
  nft_decided: {
    en: 'Another decision has been made already.',
    hk: '已有其他決定。',
    th: 'มีการตัดสินใจไปแล้ว',
    jp: 'すでに別の判断がされています。',
    kor: '이미 다른 결정이 내려졌습니다.',
    fra: 'Une autre décision a déjà été prise.',
    spa: 'Ya se tomó otra decisión.',
    vn: 'Đã có quyết định khác.',
    zh: '已有其他决定。',
  },
  nft_series_editions: {
    en: 'Artwork {artwork} has only {left} free editions.',
    hk: '作品 {artwork} 僅剩 {left} 個可用版本。',
    th: 'ผลงาน {artwork} เหลือเอดิชันว่างเพียง {left}',
    jp: '作品 {artwork} の空きエディションは {left} 個だけです。',
    kor: '작품 {artwork}의 남은 에디션은 {left}개뿐입니다.',
    fra: 'L’œuvre {artwork} n’a que {left} éditions libres.',
    spa: 'La obra {artwork} solo tiene {left} ediciones libres.',
    vn: 'Tác phẩm {artwork} chỉ còn {left} phiên bản trống.',
    zh: '作品 {artwork} 仅剩 {left} 个可用版本。',
  },
  nft_report_open: {
    en: 'You have already reported this; it is under review.',
    hk: '你已舉報，職員正在處理。',
    th: 'คุณรายงานเรื่องนี้แล้ว เจ้าหน้าที่กำลังตรวจสอบ',
    jp: 'すでに報告済みです。運営担当者が確認しています。',
    kor: '이미 신고했으며 검토 중입니다.',
    fra: 'Vous l’avez déjà signalé ; c’est en cours d’examen.',
    spa: 'Ya lo has denunciado; está en revisión.',
    vn: 'Bạn đã báo cáo; nhân viên đang xem xét.',
    zh: '您已举报，工作人员正在处理。',
  },
  nft_report_unknown: {
    en: 'This report does not exist.',
    hk: '沒有此舉報。',
    th: 'ไม่พบรายงานนี้',
    jp: 'この報告は存在しません。',
    kor: '존재하지 않는 신고입니다.',
    fra: 'Ce signalement n’existe pas.',
    spa: 'Esta denuncia no existe.',
    vn: 'Báo cáo này không tồn tại.',
    zh: '没有此举报。',
  },
  nft_report_closed: {
    en: 'This report is closed already.',
    hk: '此舉報已結案。',
    th: 'รายงานนี้ปิดแล้ว',
    jp: 'この報告は処理済みです。',
    kor: '이미 종결된 신고입니다.',
    fra: 'Ce signalement est déjà clos.',
    spa: 'Esta denuncia ya está cerrada.',
    vn: 'Báo cáo này đã được đóng.',
    zh: '该举报已结案。',
  },
};
