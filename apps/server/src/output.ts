import { createLog } from '@karat/platform/log';
import { printBanner } from './banner.ts';
import type { Config } from './config.ts';
import { operatorMessageOf } from './operator-errors.ts';
import type { Server } from './server.ts';

/** What a process prints besides its log. */
export interface Output {
  started(server: Server, config: Config, took: number): void;
  stopping(): void;
  /** A second request to stop, which ends the process at once. */
  stopped(): void;
  failed(failure: unknown): void;
}

const text: Output = {
  started: printBanner,
  stopping: () => void process.stdout.write('\nkarat: stopping (once more to stop at once)\n'),
  stopped: () => void process.stderr.write('karat: stopped at once\n'),
  failed(failure) {
    const trace = failure instanceof Error ? failure.stack : String(failure);
    process.stderr.write(`karat: ${operatorMessageOf(failure) ?? trace}\n`);
  },
};

/** Lines of JSON, like the log: at every level but `silent`. */
function jsonOutput(): Output {
  const log = createLog('info');
  return {
    started: ({ url }, { roles }, took) =>
      log.info({ url, roles: [...roles], ms: Math.round(took) }, 'server started'),
    stopping: () => log.info({}, 'server stopping'),
    stopped: () => log.warn({}, 'server stopped at once'),
    failed(failure) {
      const reason = operatorMessageOf(failure);
      log.error(reason === undefined ? { err: failure } : { reason }, 'server failed');
    },
  };
}

/** Chooses by the environment itself: settings that cannot be read are reported too. */
export function outputFor(env: NodeJS.ProcessEnv): Output {
  const mode = env['KARAT_MODE'] || env['NODE_ENV'];
  const format = env['KARAT_LOG_FORMAT'] || (mode === 'production' ? 'json' : 'text');
  return format === 'json' ? jsonOutput() : text;
}
