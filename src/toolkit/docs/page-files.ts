import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ServedFile } from './served-file.js'

const script = 'text/javascript; charset=utf-8'
const style = 'text/css; charset=utf-8'

/** Files of Swagger UI that the page needs. */
const THEIRS = {
  'swagger-ui-bundle.js': script,
  'swagger-ui.css': style,
  'favicon-32x32.png': 'image/png',
}

/** Ours, which the package has beside its code. */
const OURS = { 'start.js': script, 'served-here.js': script, 'page.css': style }
const ourFolder = fileURLToPath(new URL('../../docs/page/', import.meta.url))

/**
 * The files of the page by name.
 *
 * @param assets - The folder with Swagger UI's files.
 */
export async function pageFiles(
  assets = packagedAssets(),
): Promise<ReadonlyMap<string, ServedFile>> {
  return new Map([...(await read(assets, THEIRS)), ...(await read(ourFolder, OURS))])
}

async function read(folder: string, types: Readonly<Record<string, string>>) {
  const files = Object.entries(types).map(async ([name, type]) => {
    return [name, new ServedFile(type, await readFile(path.join(folder, name)))] as const
  })
  return Promise.all(files)
}

/** Those of the optional peer. @throws {TypeError} if it is not there. */
function packagedAssets(): string {
  try {
    const file = import.meta.resolve('@fastify/swagger-ui/static/swagger-ui.css')
    return path.dirname(fileURLToPath(file))
  } catch (cause) {
    const message = 'docs needs @fastify/swagger-ui; install it, or pass page: false'
    throw new TypeError(message, { cause })
  }
}
