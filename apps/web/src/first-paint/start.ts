import { boot } from './boot.ts';
import type { BootData } from './boot.ts';

const data = document.getElementById('first-paint')?.textContent;
if (data) boot(JSON.parse(data) as BootData);
