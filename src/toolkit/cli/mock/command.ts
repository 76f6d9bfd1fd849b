import { once } from 'node:events'
import { performance } from 'node:perf_hooks'
import process from 'node:process'
import fastify, { type FastifyInstance } from 'fastify'
import { DocumentError } from '../../generator/diagnostics/problems.js'
import { acceptAnyCredential, mock } from '../../mock/index.js'
import { clientErrorHandler, frameworkErrors, serve, serveErrors } from '../../runtime/index.js'
import { fail } from '../arguments/arguments.js'
import { readMockOptions } from '../options/command-options.js'
import { showProgress } from '../process/progress.js'
import { type LoadedContract, loadContract } from './loaded-contract.js'

/** The command `mock`: serves a document until the signal is aborted. Returns the exit code. */
export async function main(args: readonly string[], signal: AbortSignal): Promise<number> {
  const since = performance.now()
  const { spec, root, host, port, ignore, unimplemented } = readMockOptions(args)
  const progress = showProgress(process.stderr)
  try {
    const loaded = await loadContract(spec, ignore, progress, root)
    progress.clear()
    const app = mockApp(loaded, unimplemented)
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

/** An app that validates requests and answers them from the document, or else by 501. */
function mockApp({ contract, generated }: LoadedContract, unimplemented: boolean): FastifyInstance {
  const app = fastify({
    clientErrorHandler,
    frameworkErrors,
    exposeHeadRoutes: false,
    // The limit on the whole head of a request.
    routerOptions: { maxParamLength: 16_384 },
  })
  serveErrors(app)
  const document = generated.model.bundled
  const missing = unimplemented ? {} : { missing: mock(contract, { document }) }
  const security = acceptAnyCredential(contract)
  // Examples are public, so their unnamed members are sent.
  app.register(serve(contract, { handlers: {}, security, unnamedMembers: 'send', ...missing }))
  return app
}
