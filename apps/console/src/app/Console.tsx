import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { App, ConfigProvider, theme } from 'antd';
import { useEffect, useState } from 'react';
import { Login } from '../features/login/Login.tsx';
import { queryClient } from '../lib/query-client.ts';
import { useToken } from '../lib/session.ts';
import { router } from './router.tsx';

const darkWanted = window.matchMedia('(prefers-color-scheme: dark)');

function useDark(): boolean {
  const [dark, setDark] = useState(darkWanted.matches);
  useEffect(() => {
    const follow = (event: MediaQueryListEvent): void => setDark(event.matches);
    darkWanted.addEventListener('change', follow);
    return () => darkWanted.removeEventListener('change', follow);
  }, []);
  return dark;
}

/** Brand gold needs a darker shade on white to be legible; a chosen entry stands on a pale one. */
const GOLD = {
  dark: { colorPrimary: '#d4ba83', menu: { itemSelectedBg: '#3a3220', itemSelectedColor: '#e6cf9f' } },
  light: { colorPrimary: '#8a6d2f', menu: { itemSelectedBg: '#f3ead6', itemSelectedColor: '#5f4714' } },
};

export function Console() {
  const token = useToken();
  const dark = useDark();
  const gold = dark ? GOLD.dark : GOLD.light;
  useEffect(() => {
    document.body.style.margin = '0';
    document.body.style.background = dark ? '#000' : '#f5f5f5';
  }, [dark]);
  return (
    <ConfigProvider
      theme={{
        algorithm: dark ? theme.darkAlgorithm : theme.defaultAlgorithm,
        token: {
          colorPrimary: gold.colorPrimary,
          borderRadius: 8,
          fontFamily: 'system-ui, sans-serif',
        },
        components: { Menu: gold.menu },
      }}
    >
      <App>
        <QueryClientProvider client={queryClient}>
          {token === null ? <Login /> : <RouterProvider router={router} />}
        </QueryClientProvider>
      </App>
    </ConfigProvider>
  );
}
