import { copyFile, mkdir } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { execute } from '#toolkit/cli/process/child.js'
import { ROOT } from '../../../shared/tools.js'
import { Unavailable } from '../../shared/packages.js'
import { DOCUMENT } from '../servers/plants.js'

const SOURCE = path.join(ROOT, 'scripts/bench/serve/go')

/** A server that is written for what oapi-codegen generates of a document. */
interface GoServer {
  readonly document: string
  /** Its files beside those that are generated. */
  readonly files: readonly string[]
}

const BENCHMARK: GoServer = { document: DOCUMENT, files: [path.join(SOURCE, 'main.go')] }

/**
 * Generates and compiles a server of oapi-codegen in a folder; resolves with the path of the program.
 * Versions are those of `go.mod`, and Go fetches what it does not have.
 *
 * @throws {Unavailable} where Go is not installed or too old, or its modules cannot be fetched.
 */
export async function buildGoServer(folder: string, server = BENCHMARK): Promise<string> {
  await mkdir(folder, { recursive: true })
  const modules = ['go.mod', 'go.sum'].map((name) => path.join(SOURCE, name))
  for (const file of [...modules, ...server.files]) {
    await copyFile(file, path.join(folder, path.basename(file)))
  }
  // A Go that is too old says so, instead of fetching another one.
  const env = { ...process.env, GOTOOLCHAIN: 'local' }
  for (const step of stepsOf(server)) {
    const { ok, why, stderr } = await execute('go', step, { cwd: folder, env, timeout: 300_000 })
    if (!ok)
      throw new Unavailable(why === 'ENOENT' ? NOT_FOUND : `go ${step[0]}: ${why}: ${last(stderr)}`)
  }
  return path.join(folder, 'server')
}

function stepsOf({ document }: GoServer): readonly (readonly string[])[] {
  return [
    [
      ...['tool', 'oapi-codegen', '-package', 'main', '-o', 'api.gen.go'],
      ...['-generate', 'types,std-http,strict-server,spec', document],
    ],
    ['build', '-o', 'server', '.'],
  ]
}

const NOT_FOUND = 'there is no Go on the PATH; install it from https://go.dev/dl'

/** The lines before the error are of downloads. */
function last(stderr: string): string {
  return stderr.trim().split('\n').at(-1) as string
}
