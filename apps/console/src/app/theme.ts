import { theme } from 'antd';
import type { MappingAlgorithm, ThemeConfig } from 'antd';
import { useEffect, useState, useSyncExternalStore } from 'react';

export type ThemeChoice = 'system' | 'light' | 'dark';
const THEME_CHOICES: readonly ThemeChoice[] = ['system', 'light', 'dark'];

const KEY = 'karat-console-theme';
const darkWanted = window.matchMedia('(prefers-color-scheme: dark)');
const still = window.matchMedia('(prefers-reduced-motion: reduce)');
const listeners = new Set<() => void>();
const kept = (): ThemeChoice =>
  THEME_CHOICES.find((choice) => choice === localStorage.getItem(KEY)) ?? 'system';

/** Stores the choice on this device. */
export function setThemeChoice(choice: ThemeChoice): void {
  localStorage.setItem(KEY, choice);
  for (const listener of listeners) listener();
}

/** The operator's choice, or the system's. */
export const useThemeChoice = (): ThemeChoice =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, kept);

/** Whether the console is dark. */
export function useDark(): boolean {
  const choice = useThemeChoice();
  const [system, setSystem] = useState(darkWanted.matches);
  useEffect(() => {
    const follow = (event: MediaQueryListEvent): void => setSystem(event.matches);
    darkWanted.addEventListener('change', follow);
    return () => darkWanted.removeEventListener('change', follow);
  }, []);
  return choice === 'system' ? system : choice === 'dark';
}

/** The brand's gold needs a darker shade on white to be legible; a selected entry has a pale background. */
const GOLD = {
  dark: {
    primary: '#d4ba83',
    onPrimary: '#1c160a',
    chosen: '#3a3220',
    chosenText: '#e6cf9f',
    ground: '#0d0d0d',
    side: '#161616',
    quiet: '#9a9a9a',
  },
  light: {
    primary: '#8a6d2f',
    onPrimary: '#ffffff',
    chosen: '#f3ead6',
    chosenText: '#5f4714',
    ground: '#f6f6f5',
    side: '#ffffff',
    quiet: '#6b6b6b',
  },
};

/** Text colours of tags on their pale background: the palette's own have too little contrast. */
const deeperTags: MappingAlgorithm = (seed, map = theme.defaultAlgorithm(seed)) => ({
  ...map,
  green7: '#237804',
  orange7: '#ad4e00',
  gold7: '#874d00',
  cyan7: '#006d75',
});

/** Ant Design theme: colours, sizes, density; no motion where the system asks for less. */
export function themeOf(dark: boolean): ThemeConfig {
  const gold = dark ? GOLD.dark : GOLD.light;
  return {
    algorithm: dark ? theme.darkAlgorithm : [theme.defaultAlgorithm, deeperTags],
    token: {
      colorPrimary: gold.primary,
      colorLink: gold.primary,
      // The palette's red has too little contrast as text on white and on black.
      colorError: dark ? '#ff7875' : '#cf1322',
      colorBgLayout: gold.ground,
      // Hints, labels and placeholders need contrast AA.
      colorTextDescription: gold.quiet,
      colorTextPlaceholder: gold.quiet,
      motion: !still.matches,
      borderRadius: 8,
      fontSize: 13,
      fontSizeSM: 12,
      // Heading sizes of pages and sections.
      fontSizeHeading1: 22,
      lineHeightHeading1: 1.35,
      fontSizeHeading2: 15,
      lineHeightHeading2: 1.5,
      fontFamily: 'system-ui, sans-serif',
    },
    components: {
      Button: { primaryColor: gold.onPrimary, dangerColor: dark ? '#1f0a0a' : '#ffffff' },
      Layout: {
        siderBg: gold.side,
        lightSiderBg: gold.side,
        headerBg: gold.side,
        headerHeight: 48,
        headerPadding: '0 16px',
      },
      Menu: {
        activeBarBorderWidth: 0,
        itemBg: 'transparent',
        itemSelectedBg: gold.chosen,
        itemSelectedColor: gold.chosenText,
        itemHeight: 28,
        itemMarginBlock: 1,
        groupTitleFontSize: 11,
        groupTitleLineHeight: 1.2,
      },
      Table: { cellPaddingBlockSM: 7, headerSplitColor: 'transparent' },
      Descriptions: { labelColor: gold.quiet },
      Drawer: { paddingLG: 20 },
    },
  };
}

/** Page background outside of Ant Design's components. */
export const groundOf = (dark: boolean): { ground: string; focus: string } => ({
  ground: (dark ? GOLD.dark : GOLD.light).ground,
  focus: (dark ? GOLD.dark : GOLD.light).primary,
});
