import { spawn } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { execute } from '#toolkit/cli/process/child.js'
import { PLANT } from './examples.js'

export const PROGRAMS: Readonly<Record<string, string>> = {
  'ES modules, compiled': 'compiled/store.js',
  'CommonJS by require': 'required.cjs',
  'plain JavaScript': 'plain.mjs',
  'a contract of its own': 'compiled/toolkit.js',
}

/** Runs a program in an empty folder; resolves with what its app answered, or with what went wrong. */
export async function run(folder: string, node: string, program: string): Promise<unknown> {
  const cwd = await mkdtemp(join(folder, 'run-'))
  const { ok, why, stdout, stderr } = await execute(node, [join(folder, program)], {
    cwd,
    timeout: 60_000,
  })
  return ok ? JSON.parse(stdout) : { why, stdout, stderr }
}

/** Answers of every program's app; a contract without a prefix leaves 404 to its host. */
export function expected(program: string): object {
  const { nowhere, ...others } = ANSWERS
  return program === PROGRAMS['a contract of its own'] ? others : { nowhere, ...others }
}

const error = (status: number) => ({ status, body: { error: Number, message: String } })
const ANSWERS = {
  created: { status: 200, body: { name: 'fern', tag: 'shade' }, connection: 'keep-alive' },
  broken: { ...error(400), body: { error: 40001 } },
  invalid: { ...error(400), body: { error: 40002 } },
  unauthorized: error(401),
  nowhere: error(404),
  otherMethod: { ...error(405), allow: 'POST' },
  tooLarge: error(413),
  otherType: error(415),
}

/** The server takes none that is easily guessed. */
const TOKEN = 'check-of-hosts'

export async function runServer(folder: string, node: string): Promise<unknown> {
  const main = join(folder, 'node_modules/plant-store/dist/src/server/main.js')
  const env = { PORT: '0', STORE_URL: 'memory:', BEARER_TOKENS: TOKEN }
  const child = spawn(node, [main], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const base = new Promise<string | undefined>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk) => {
        text += chunk
        const [, found] = /base URL {2}(\S+)\n/.exec(text) ?? []
        if (found !== undefined) resolve(found)
      })
    }
    child.on('close', () => resolve(undefined))
  })
  const status = await create(await base)
  child.kill('SIGTERM')
  const code = await ended
  return { status, code, lines: text.match(/"request completed"/g)?.length, text }
}

async function create(base: string | undefined): Promise<number | undefined> {
  if (base === undefined) return undefined
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' }
  const url = `${base.replace(/\/$/, '')}/plants`
  return (await fetch(url, { method: 'POST', headers, body: PLANT })).status
}
