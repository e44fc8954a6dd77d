/** A certificate for localhost that lasts a day, made by the command openssl. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";

export function createCertificate() {
  const folder = mkdtempSync(path.join(os.tmpdir(), "guidon-certificate-"));
  const [keyFile, file] = [path.join(folder, "key.pem"), path.join(folder, "certificate.pem")];
  const names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", keyFile];
  execFileSync("openssl", ["req", "-x509", "-days", "1", ...key, ...names, "-out", file], { stdio: "pipe" });
  return {
    file,
    key: readFileSync(keyFile),
    cert: readFileSync(file),
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  };
}
