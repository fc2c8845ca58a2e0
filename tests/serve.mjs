/**
 * A static server for a folder, over node:http alone: what ./build.sh serve runs and the browser tests use.
 *   node tests/serve.mjs FOLDER [PORT]
 */
import { createServer } from "node:http";
import { createReadStream, readFileSync, statSync } from "node:fs";
import { extname, join, normalize, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const TYPES = {
  ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml", ".png": "image/png", ".json": "application/json", ".wasm": "application/wasm", ".txt": "text/plain; charset=utf-8",
};

/** Types that hosts compress. */
const SHRINKS = /^text\/|json|svg|wasm/;

/**
 * @param {object} options
 * @param {string} options.root folder
 * @param {string} [options.prefix] the subpath under which the folder appears, as "/courses/a"
 * @param {Record<string, string>} [options.headers] sent with every answer
 * @param {number} [options.port] 0 for a free one
 * @param {boolean} [options.compress] gzip for what shrinks by it, as most static hosts do
 * @param {(path: string, response: import("node:http").ServerResponse) => boolean} [options.intercept] true if it answered by itself
 * @returns {Promise<{ url: string, requests: string[], close(): Promise<void> }>} url ends with "/"
 */
export function startServer({ root, prefix = "", headers = {}, port = 0, compress = false, intercept }) {
  const requests = [];
  const gzipped = gzipOnce();
  const server = createServer((request, response) => {
    const path = pathOf(request);
    if (path === null) {
      response.writeHead(400, { "Content-Type": "text/plain" }).end("malformed address\n");
      return;
    }
    requests.push(path);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.setHeader("Cache-Control", "no-store");
    if (intercept?.(path, response)) return;
    const file = fileOf(root, prefix, path);
    if (!file) {
      response.writeHead(404, { "Content-Type": "text/plain" }).end("not found\n");
      return;
    }
    const type = TYPES[extname(file.path)] ?? "application/octet-stream";
    if (compress && SHRINKS.test(type) && /\bgzip\b/.test(request.headers["accept-encoding"])) {
      const bytes = gzipped(file.path);
      response.writeHead(200, { "Content-Type": type, "Content-Encoding": "gzip", "Content-Length": bytes.length, Vary: "Accept-Encoding" }).end(bytes);
      return;
    }
    response.writeHead(200, { "Content-Type": type, "Content-Length": file.size });
    createReadStream(file.path).pipe(response);
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      const { port: bound } = /** @type {import("node:net").AddressInfo} */ (server.address());
      resolve({
        url: `http://127.0.0.1:${bound}${prefix}/`,
        requests,
        close: () => new Promise((done) => {
          server.close(() => done());
          server.closeAllConnections();
        }),
      });
    });
  });
}

/** A file compressed, once for the life of a server. */
function gzipOnce() {
  const kept = new Map();
  return (path) => {
    if (!kept.has(path)) kept.set(path, gzipSync(readFileSync(path)));
    return kept.get(path);
  };
}

/** The decoded path of a request; null if it cannot be one. */
function pathOf({ url }) {
  try {
    const path = decodeURIComponent(new URL(url, "http://localhost").pathname);
    return path.includes("\0") ? null : path;
  } catch {
    return null;
  }
}

/** The file of a path below root, index.html for a folder; null if there is none. */
function fileOf(root, prefix, path) {
  if (!path.startsWith(`${prefix}/`)) return null;
  const inside = normalize(path.slice(prefix.length + 1) || ".");
  if (inside.startsWith("..") || inside.startsWith(sep)) return null;
  for (const candidate of [join(root, inside), join(root, inside, "index.html")]) {
    const stat = statSync(candidate, { throwIfNoEntry: false });
    if (stat?.isFile()) return { path: candidate, size: stat.size };
  }
  return null;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [root, port = process.env.PORT ?? "8000"] = process.argv.slice(2);
  if (!(Number(port) >= 0 && Number(port) <= 65535)) {
    console.error(`PORT must be a number from 0 to 65535, not ${port}`);
    process.exit(2);
  }
  const serve = (at) => startServer({ root, port: at });
  const { url } = await serve(Number(port)).catch((error) => {
    if (error.code !== "EADDRINUSE") throw error;
    return serve(0);
  });
  console.log(`Attention Lab is at ${url} (Ctrl+C ends it)`);
}
