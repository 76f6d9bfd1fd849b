import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { execute } from '#toolkit/cli/process/child.js'
import { Shell } from '../../clone/shell.js'
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
  const server = new Shell(`exec '${node}' '${main}'`, folder, env)
  const [, base] = await server.until(/base URL {2}(\S+)\n/)
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' }
  const { status } = await fetch(`${base}/plants`, { method: 'POST', headers, body: PLANT })
  const { code, output } = await server.stop('SIGTERM')
  return { status, code, lines: output.match(/"request completed"/g)?.length, output }
}
