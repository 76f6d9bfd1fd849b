import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import {
  type Contract,
  type OperationRequest,
  type OperationResult,
  type ServeOptions,
  serve,
} from 'fastify-contract'
import type { Test } from 'tap'
import { generateFrom } from '#toolkit/generator/generate.js'
import type { GenerateOptions } from '#toolkit/generator/generate-options.js'
import { parse } from '#toolkit/generator/load/source.js'
import { recordLog } from './log.js'
import { codeFolder, ROOT, translate, writeFiles } from './tsc.js'

/** A handler of a contract whose types the test does not know. */
// biome-ignore lint/suspicious/noExplicitAny: what a request holds depends on the document
export type AnyHandler = (request: OperationRequest & Record<string, any>) => OperationResult

export type AnyHandlers = Readonly<Record<string, AnyHandler | ((request: never) => unknown)>>

/** The text of a document under `test/fixtures/contracts`. */
export function fixture(name: string): Promise<string> {
  return readFile(path.join(ROOT, 'test/fixtures/contracts', name), 'utf8')
}

/**
 * Generates a contract from the text of an OpenAPI document in a folder of its own, and loads it: as
 * JavaScript, which needs no compiler, unless the options say otherwise.
 */
export async function contractOf(
  t: Test,
  text: string,
  options?: GenerateOptions,
): Promise<Contract<AnyHandlers>> {
  return (await import((await compiledModule(t, text, options)).href)).contract
}

/** The address of the module of that contract, for a process of its own. */
export async function compiledModule(
  t: Test,
  text: string,
  options?: GenerateOptions,
): Promise<URL> {
  const folder = codeFolder(t)
  const settings = { language: 'javascript', ...options } as const
  const { files } = generateFrom(parse('openapi.yaml', text), settings)
  await writeFiles(folder, files)
  if (settings.language === 'typescript') await translate(folder)
  return pathToFileURL(path.join(folder, 'contract.js'))
}

/** Options of `serve`, and of the app around it. */
export interface Serving extends Partial<Omit<ServeOptions<AnyHandlers, string>, 'handlers'>> {
  readonly handlers?: AnyHandlers
  readonly prefix?: string
  readonly server?: FastifyServerOptions
}

/** An app that serves a contract and ends with the test. */
export async function serveContract(
  t: Test,
  contract: Contract<AnyHandlers>,
  { handlers = {}, security = {}, prefix = '', server = {}, ...options }: Serving = {},
): Promise<FastifyInstance> {
  const app = fastify(server)
  t.teardown(() => app.close())
  await app.register(serve(contract, { handlers, security, ...options }), { prefix })
  return app
}

/** The same with its log, whose level is the lowest. */
export async function serveLogged(
  t: Test,
  contract: Contract<AnyHandlers>,
  { server, ...serving }: Serving = {},
) {
  const { logger, ...log } = recordLog()
  return {
    ...log,
    app: await serveContract(t, contract, { ...serving, server: { ...server, logger } }),
  }
}
