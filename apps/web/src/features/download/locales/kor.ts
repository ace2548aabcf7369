import type en from './en.ts';

export default {
  title: '앱 받기',
  lead: '홈 화면에서 바로 Karat',
  text: '이 페이지에서 바로 설치하세요. 앱 스토어가 필요 없고 항상 최신 버전입니다.',
  install: '설치',
  installed: '이 기기에 Karat이 설치되어 있습니다',
  by_hand: '직접 설치하기',
  step_menu: '공유 메뉴나 브라우저 메뉴를 엽니다',
  step_add: '‘홈 화면에 추가’를 선택합니다',
  step_open: '아이콘으로 Karat을 엽니다',
  gain_fast: '바로 전체 화면으로 열립니다',
  gain_offline: '네트워크가 없어도 최근 수치를 보여 줍니다',
} satisfies Record<keyof typeof en, string>;
