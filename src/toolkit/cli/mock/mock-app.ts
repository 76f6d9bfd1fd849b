import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import fastify, { type FastifyInstance } from 'fastify'
import { oneLine } from '../../generator/diagnostics/problems.js'
import { generate } from '../../generator/generate.js'
import type { GenerateOptions } from '../../generator/generate-options.js'
import { exampleUrl } from '../../mock/example-url.js'
import { examplesIn } from '../../mock/examples.js'
import { acceptAnyCredential, mock, mockErrors } from '../../mock/index.js'
import type { Contract } from '../../runtime/contract/contract.js'
import {
  answerError,
  clientErrorHandler,
  connections,
  notImplemented,
  serve,
  serveErrors,
} from '../../runtime/index.js'
import { plural } from '../../shared/plural.js'

interface MockKinds {
  readonly stateful: boolean
  readonly unimplemented: boolean
  /** True to serve below the path of the document's first server. */
  readonly hasBasePath?: boolean
}

/** An app that validates requests and answers them from the document, or else by 501. */
export async function mockApp(
  { contract, generated }: LoadedContract,
  { stateful, unimplemented, hasBasePath }: MockKinds,
): Promise<FastifyInstance> {
  const document = generated.model.bundled
  const errorBody = await mockErrors(contract, { document, examples: 'all' })
  const app = fastify({
    clientErrorHandler,
    // Of these requests Fastify has no record.
    frameworkErrors: (error, ...exchange) => answerError(error, ...exchange, errorBody, false),
    exposeHeadRoutes: false,
    // A huge document takes a busy machine more than ten seconds.
    pluginTimeout: 0,
    // The limit on the whole head of a request.
    routerOptions: { maxParamLength: 16_384 },
  })
  await app.register(connections)
  serveErrors(app, errorBody)
  allowBrowsers(app)
  app.addHook('onResponse', async ({ method, url }, { statusCode: status, elapsedTime }) => {
    const answered = { method, url, status, milliseconds: elapsedTime }
    console.log(requestLine(answered, process.stdout.columns))
  })
  const missing = unimplemented
    ? notImplemented
    : mock(contract, { document, stateful, examples: 'all' })
  const security = acceptAnyCredential(contract)
  // Examples are public, so their unnamed members are sent; those of what a client creates are not.
  const options = {
    handlers: {},
    security,
    errorBody,
    unnamedMembers: stateful ? 'omit' : 'send',
    // An example that breaks its schema is an example all the same.
    responses: 'off',
    load: 'eager',
  } as const
  const prefix = hasBasePath ? contract.basePath : ''
  app.register(serve(contract, { ...options, missing }), { prefix })
  return app
}

const MOST = 40

/** A line for each route, with the examples of its parameters: what has them all can be requested as it is. */
export function routeLines(
  { contract, generated }: LoadedContract,
  { hasBasePath = false }: Pick<MockKinds, 'hasBasePath'> = {},
): string[] {
  const { operations, basePath } = contract
  const { parameters } = examplesIn(generated.model.bundled)
  const lines = operations.slice(0, MOST).map((operation) => {
    const url = exampleUrl(operation.path, parameters(operation))
    return oneLine(`${operation.method.padEnd(7)} ${hasBasePath ? basePath : ''}${url}`)
  })
  const more = operations.length - MOST
  const isBeside = !hasBasePath && basePath !== ''
  return [
    ...lines,
    ...(more > 0 ? [`and ${plural(more, 'more operation')}`] : []),
    ...(isBeside
      ? [`at /, not below ${basePath} as the document's server; --base-path does that`]
      : []),
  ]
}

interface Answered {
  readonly method: string
  readonly url: string
  readonly status: number
  readonly milliseconds: number
}

/**
 * The line of a request, as one row.
 *
 * @param columns - The width of the terminal; none for a file, which has the whole line.
 */
export function requestLine(
  { method, url, status, milliseconds }: Answered,
  columns: number | undefined,
): string {
  const line = oneLine(`${status} ${milliseconds.toFixed(1).padStart(8)} ms  ${method} ${url}`)
  return columns && line.length > columns ? `${line.slice(0, columns - 1)}…` : line
}

/** Lets pages of any origin use a mock (Fetch Standard, section 3.2): it has nothing to protect. */
function allowBrowsers(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const headers = request.headers
    if (headers.origin === undefined) return undefined
    const method = headers['access-control-request-method']
    if (request.method !== 'OPTIONS' || method === undefined) return undefined
    reply.header('access-control-allow-methods', method)
    const wanted = headers['access-control-request-headers']
    if (wanted !== undefined) reply.header('access-control-allow-headers', wanted)
    return reply.code(204).send()
  })
  // Without credentials a page may read all; with them, those that are named (section 3.2.4).
  app.addHook('onSend', async (request, reply) => {
    const { origin } = request.headers
    if (origin === undefined) return
    const names = Object.keys(reply.getHeaders()).filter(
      (name) => !/^(access-control-|vary$)/.test(name),
    )
    reply.header('access-control-expose-headers', names.join(', '))
    // Also where the document describes these: they are those of another server.
    reply.header('access-control-allow-origin', origin)
    reply.header('access-control-allow-credentials', 'true')
    const vary = [reply.getHeader('vary') ?? []].flat()
    reply.header('vary', [...vary, 'Origin'].join(', '))
  })
}

export type LoadedContract = Awaited<ReturnType<typeof loadContract>>

/** The runtime's entry for generated code, as a file: a temporary folder has no packages. */
const RUNTIME = new URL('../../runtime/codegen.js', import.meta.url).href

/**
 * Generates JavaScript into a temporary folder and imports it; parts of it as long as the contract is served.
 * Then `remove` removes the folder.
 */
export async function loadContract(
  spec: string,
  options: Pick<GenerateOptions, 'formats' | 'ignore' | 'opened' | 'root' | 'shape'> = {},
) {
  const language = 'javascript'
  const generated = generate(spec, { ...options, runtime: RUNTIME, language })
  const { folder, remove } = temporaryFolder()
  const modules = generated.files.filter(({ name }) => name.endsWith('.js'))
  for (const { name, text } of [
    ...modules,
    { name: 'package.json', text: '{ "type": "module" }' },
  ]) {
    const file = path.join(folder, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  const { contract } = await import(pathToFileURL(path.join(folder, 'contract.js')).href)
  return { contract: contract as Contract, generated, remove }
}

/** Creates a folder that is removed at the latest when the process ends. */
export function temporaryFolder(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'fastify-contract-'))
  const remove = () => {
    rmSync(folder, { recursive: true, force: true })
    process.off('exit', remove)
  }
  process.once('exit', remove)
  return { folder, remove }
}
