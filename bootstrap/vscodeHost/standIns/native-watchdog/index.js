// In place of VS Code's native watchdog, which would have to be compiled: ends this process when its parent is gone.
exports.start = (pid) => {
  setInterval(() => {
    try {
      process.kill(pid, 0);
    } catch {
      process.exit(87);
    }
  }, 1000).unref();
};
exports.exit = (code) => process.exit(code || 0);
