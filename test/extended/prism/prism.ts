import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { freePort } from '../../../scripts/shared/free-ports.js'
import { CACHE, install } from '../registry.js'

const VERSION = '5.16.0'
/** How long it may take until it listens. */
const PATIENCE = 60_000

/** A server that answers requests. */
export interface Server {
  readonly url: string
  close(): Promise<void>
}

/** Installs Prism, pinned. @returns what starts it on a document. */
export async function prism(): Promise<(file: string) => Promise<Server | undefined>> {
  const folder = join(CACHE, `prism-${VERSION}`)
  await install(folder, [`@stoplight/prism-cli@${VERSION}`])
  return (file) => start(join(folder, 'node_modules/@stoplight/prism-cli/dist/index.js'), file)
}

/** None if it does not take the document. */
async function start(script: string, file: string): Promise<Server | undefined> {
  const port = await freePort()
  const child = spawn(process.execPath, [script, 'mock', file, '-h', '127.0.0.1', '-p', `${port}`])
  const ended = once(child, 'exit')
  child.stderr.resume()
  const url = await new Promise<string | undefined>((resolve) => {
    const timer = setTimeout(() => resolve(undefined), PATIENCE)
    const tell = (found: string | undefined) => {
      clearTimeout(timer)
      resolve(found)
    }
    createInterface(child.stdout).on('line', (line) => {
      if (line.includes('is listening on')) tell(`http://127.0.0.1:${port}`)
    })
    child.once('exit', () => tell(undefined))
  })
  const close = async () => {
    child.kill()
    await ended
  }
  if (url !== undefined) return { url, close }
  await close()
  return undefined
}
