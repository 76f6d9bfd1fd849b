import { once } from 'node:events'
import { performance } from 'node:perf_hooks'
import process from 'node:process'
import fastify, { type FastifyInstance } from 'fastify'
import { DocumentError } from '../../generator/diagnostics/diagnostics.js'
import { acceptAnyCredential, mock } from '../../mock/index.js'
import { clientErrorHandler, frameworkErrors, serve, serveErrors } from '../../runtime/index.js'
import { fail } from '../arguments/command-error.js'
import { Progress } from '../process/progress.js'
import { type LoadedContract, loadContract } from './load-contract.js'
import { readMockOptions } from './options.js'

/** The command `mock`: serves a document until the signal is aborted. Returns the exit code. */
export async function main(args: readonly string[], signal: AbortSignal): Promise<number> {
  const since = performance.now()
  const options = readMockOptions(args)
  const { spec, root, host, port, ignore } = options
  const progress = new Progress(process.stderr)
  try {
    const observer = { stage: progress.stage.bind(progress) }
    const loaded = await loadContract(spec, ignore, observer, root)
    progress.clear()
    const app = mockApp(loaded, options)
    try {
      const url = await app.listen({ host, port })
      const ms = Math.round(performance.now() - since)
      console.log(`${url}\nready: ${loaded.contract.operations.length} operations, ${ms} ms`)
      if (!signal.aborted) await once(signal, 'abort')
    } finally {
      await app.close()
      loaded.remove()
    }
    return 0
  } catch (error) {
    progress.clear()
    return fail(explain(error, `${host}:${port}`))
  }
}

function explain(error: unknown, address: string): string {
  if (error instanceof DocumentError) return error.message
  const { code, syscall } = error as NodeJS.ErrnoException
  if (syscall === undefined) throw error
  return `${address}: cannot be listened on (${code}); name another with --host or --port`
}

/** Longest path parameter: the limit on the whole head of a request. */
const MAX_PARAM_LENGTH = 16_384

/**
 * An app that validates requests and answers them from the document; with `unimplemented`, by 501.
 */
export function mockApp(
  { contract, generated }: LoadedContract,
  { unimplemented = false } = {},
): FastifyInstance {
  const app = fastify({
    clientErrorHandler,
    frameworkErrors,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
  })
  serveErrors(app)
  const document = generated.model.bundled
  const missing = unimplemented ? {} : { missing: mock(contract, { document }) }
  const security = acceptAnyCredential(contract)
  // Examples are public, so their unnamed members are sent.
  app.register(serve(contract, { handlers: {}, security, unnamedMembers: 'send', ...missing }))
  return app
}
