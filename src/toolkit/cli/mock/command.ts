import type { FastifyInstance } from 'fastify'
import { DocumentError, formatDiagnostics } from '../../generator/diagnostics/problems.js'
import { unreadExamples } from '../../mock/external-values.js'
import { plural } from '../../shared/plural.js'
import { fail } from '../arguments/arguments.js'
import { readMockOptions } from '../options/command-options.js'
import { changed, filesAt, fingerprint } from '../project/changes.js'
import { type LoadedContract, loadContract, mockApp, routeLines } from './mock-app.js'

/**
 * The command `mock`: serves a document, again whenever it changes, until the signal is aborted. Returns the
 * exit code.
 */
export async function main(args: readonly string[], signal: AbortSignal): Promise<number> {
  const options = readMockOptions(args)
  const { host, port } = options
  const server = new MockServer(options)
  try {
    await server.start()
    try {
      while (!signal.aborted) {
        await server.changed(signal)
        if (!signal.aborted) await server.restart()
      }
    } finally {
      await server.stop()
    }
    return 0
  } catch (error) {
    return fail(explain(error, `${host}:${port}`))
  }
}

function explain(error: unknown, address: string): string {
  if (error instanceof DocumentError) return error.message
  const { code, syscall } = error as NodeJS.ErrnoException
  if (syscall === undefined) throw error
  return `${address}: cannot be listened on (${code}); name another with --host or --port`
}

class MockServer {
  readonly #options: ReturnType<typeof readMockOptions>
  /** The files of the document, as they were read. */
  readonly #seen = new Map<string, string>()
  #running: { readonly app: FastifyInstance; readonly loaded: LoadedContract } | undefined
  #port: number

  constructor(options: ReturnType<typeof readMockOptions>) {
    this.#options = options
    this.#port = options.port
  }

  async start(): Promise<void> {
    const since = performance.now()
    await this.#serve(await this.#load(), since)
  }

  async #serve(loaded: LoadedContract, since: number): Promise<void> {
    const { contract, generated } = loaded
    if (generated.warnings.length > 0) console.error(formatDiagnostics(generated.warnings))
    const unread = unreadExamples(generated.model.bundled)
    if (unread !== undefined && !this.#options.unimplemented) console.error(unread)
    const app = await mockApp(loaded, this.#options)
    this.#running = { app, loaded }
    const url = await app.listen({ host: this.#options.host, port: this.#port })
    this.#port = Number(new URL(url).port)
    const ms = Math.round(performance.now() - since)
    const { operations, basePath } = contract
    const base = this.#options.hasBasePath ? `${url}${basePath}` : url
    const ready = `ready: ${plural(operations.length, 'operation')}, ${ms} ms`
    console.log([...routeLines(loaded, this.#options), base, ready].join('\n'))
  }

  changed(signal: AbortSignal): Promise<void> {
    const look = () => filesAt(this.#seen.keys())
    return changed({ seen: new Map(this.#seen), look, signal })
  }

  /** Serves the document as it is now; what has a problem leaves the mock as it was. */
  async restart(): Promise<void> {
    const since = performance.now()
    try {
      const loaded = await this.#load()
      await this.stop()
      await this.#serve(loaded, since)
    } catch (error) {
      /* c8 ignore next -- an error of this program is not the document's */
      if (!(error instanceof DocumentError)) throw error
      console.error(`${error.message}\nthe mock stays as it was`)
    }
  }

  async stop(): Promise<void> {
    await this.#running?.app.close()
    this.#running?.loaded.remove()
    this.#running = undefined
  }

  async #load(): Promise<LoadedContract> {
    const { spec, root, shape, ignore } = this.#options
    const opened = (file: string) => void this.#seen.set(file, fingerprint(file))
    for (const file of this.#seen.keys()) opened(file)
    return loadContract(spec, { ignore, root, shape, opened })
  }
}
