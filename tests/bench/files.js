/** A file of the repository, by its path from the root: the same in Node and on a page that is served from there. */
export async function read(path) {
  if (typeof document !== "undefined") {
    const response = await fetch(`/${path}`);
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  }
  const { readFile } = await import("node:fs/promises");
  return new Uint8Array(await readFile(new URL(`../../${path}`, import.meta.url)));
}
