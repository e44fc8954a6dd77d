// In place of VS Code's native logger, which would have to be compiled: lines are appended at once, and files do not rotate.
const { appendFileSync, mkdirSync } = require("node:fs");
const { dirname } = require("node:path");

const NAMES = ["trace", "debug", "info", "warning", "error", "critical"];

class Logger {
  constructor(file) {
    this.file = file;
    this.level = 2;
    this.raw = false;
  }
  write(level, text) {
    if (level < this.level) return;
    const time = new Date().toISOString().replace("T", " ").replace("Z", "");
    try {
      appendFileSync(this.file, this.raw ? text : `${time} [${NAMES[level]}] ${text}\n`);
    } catch {
      // The folder of the logs may be gone at the end.
    }
  }
  trace(text) {
    this.write(0, text);
  }
  debug(text) {
    this.write(1, text);
  }
  info(text) {
    this.write(2, text);
  }
  warn(text) {
    this.write(3, text);
  }
  error(text) {
    this.write(4, text);
  }
  critical(text) {
    this.write(5, text);
  }
  getLevel() {
    return this.level;
  }
  setLevel(level) {
    this.level = level;
  }
  setPattern() {}
  clearFormatters() {
    this.raw = true;
  }
  flush() {}
  drop() {}
}

const createLogger = async (_name, file) => {
  mkdirSync(dirname(file), { recursive: true });
  return new Logger(file);
};

// VS Code imports this as an ES module: only `exports.name = …` gives it names.
exports.version = 0;
exports.Logger = Logger;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.createRotatingLogger = createLogger;
exports.createAsyncRotatingLogger = createLogger;
