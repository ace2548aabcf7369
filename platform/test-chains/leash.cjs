// Runs a program and ends it when the parent process ends, even by SIGKILL.
const { spawn } = require('node:child_process');
const [program, ...args] = process.argv.slice(2);
const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] });
child.on('error', (failure) => {
  process.stderr.write(`${failure.message}\n`);
  process.exit(1);
});
child.on('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill('SIGTERM'));
process.on('disconnect', () => child.kill('SIGTERM'));
