import babel from '@rolldown/plugin-babel';
import { reactCompilerPreset } from '@vitejs/plugin-react';

/** React's compiler over the app's modules, for the build and for component tests, which thus test what is served. */
export const reactCompiler = () =>
  babel({ presets: [reactCompilerPreset()], sourceMap: false, include: /\/apps\/web\/src\/.*\.tsx?$/ });
