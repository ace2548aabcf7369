import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { App, ConfigProvider } from 'antd';
import { useEffect } from 'react';
import { Login } from '../features/login/Login.tsx';
import { queryClient } from '../lib/query-client.ts';
import { useToken } from '../lib/session.ts';
import { router } from './router.tsx';
import { groundOf, themeOf, useDark } from './theme.ts';
import './console.css';

export function Console() {
  const token = useToken();
  const dark = useDark();
  useEffect(() => {
    const { ground, focus } = groundOf(dark);
    document.body.style.background = ground;
    document.documentElement.style.colorScheme = dark ? 'dark' : 'light';
    document.documentElement.style.setProperty('--focus', focus);
  }, [dark]);
  return (
    <ConfigProvider theme={themeOf(dark)}>
      <App>
        <QueryClientProvider client={queryClient}>
          {token === null ? <Login /> : <RouterProvider router={router} />}
        </QueryClientProvider>
      </App>
    </ConfigProvider>
  );
}
