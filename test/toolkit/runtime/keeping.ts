import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { InjectOptions } from 'fastify'
import type { Contract, FilePart } from 'fastify-contract'
import tap, { type Test } from 'tap'
import type { GenerateOptions } from '#toolkit/generator/generate-options.js'
import { stringify } from '#toolkit/runtime/json/stringify.js'
import { inFull } from '../../helpers/made.js'
import { yamlOf } from '../../helpers/rows.js'
import {
  type AnyHandler,
  type AnyHandlers,
  contractOf,
  fixture,
  type Serving,
  serveContract,
  serveLogged,
} from '../../helpers/serve-document.js'
import { checkTalk } from '../../helpers/talk.js'

/** The contract of a document under `test/fixtures/contracts`, which is there until the tests of its file have ended. */
export const contractAt = async (name: string) => contractOf(tap, await fixture(name))

/** The contract of a document in short, which is there until the tests of its file have ended. */
export const contractIn = (short: string, options?: GenerateOptions) =>
  contractOf(tap, inFull(short), options)

/**
 * A document of operations by method and place. `post notes` is the operation `notes` at `/notes`; with a slash the
 * place is a path, and `operationId` in the operation. One without responses answers 204.
 */
export function documentOf(operations: Record<string, object>, more: object = {}): string {
  const paths: Record<string, Record<string, object>> = {}
  for (const [key, operation] of Object.entries(operations)) {
    const [, method = '', place = ''] = /^(\w+) (.*)$/s.exec(key) ?? []
    const path = place.startsWith('/') ? place : `/${place}`
    const named = { operationId: place, responses: { 204: { description: 'Done.' } }, ...operation }
    paths[path] = { ...paths[path], [method]: named }
  }
  const version = 'swagger' in more ? {} : { openapi: '3.1.0' }
  return stringify({ ...version, info: { title: 'T', version: '1' }, paths, ...more })
}

/**
 * Serves a contract, or the document of one, whose operations all keep the parts of their requests, with streams
 * and files as texts, and answer the same.
 */
export async function keeping(
  t: Test,
  contract: string | Contract<AnyHandlers>,
  { answer = () => ({ status: 204 }), ...serving }: Serving & { readonly answer?: AnyHandler } = {},
) {
  const served = typeof contract === 'string' ? await contractOf(t, contract) : contract
  const kept: Record<string, unknown>[] = []
  const handler = async (request: Parameters<AnyHandler>[0]) => {
    const { signal: _, fastify: __, abortState: ___, log: ____, reply: _____, ...parts } = request
    kept.push((await settled(parts)) as Record<string, unknown>)
    return answer(request)
  }
  const handlers = Object.fromEntries(
    served.operations.map(({ operationId }) => [operationId, handler]),
  )
  const app = await serveContract(t, served, { ...serving, handlers })
  const post = (url: string, payload?: InjectOptions['payload'], type = 'application/json') =>
    app.inject({
      ...{ method: 'POST', url, headers: { 'content-type': type } },
      ...(payload !== undefined && { payload }),
    })
  /**
   * Holds the app to lines, with what the handler gets, in YAML, behind `of`: that of one part, if it is named. It gets
   * nothing of what is refused. All requests begin with `to`.
   */
  const talk = (t: Test, { part, to }: { part?: string; to?: string } = {}) => {
    const check = (of: string | undefined | null, title: string) => {
      const [got, ...others] = kept.splice(0)
      t.same(others, [], title)
      if (of === null) t.equal(got, undefined, title)
      if (typeof of !== 'string') return
      t.strictSame(part === undefined ? got : got?.[part], exact(yamlOf(of)), title)
    }
    kept.length = 0
    return checkTalk(t, app, check, to)
  }
  return { app, kept, post, talk }
}

/** Holds a document in short, whose operations answer with the body that they get, to lines with that body. */
export async function talks(t: Test, short: string, lines: string, options?: GenerateOptions) {
  const answer: AnyHandler = ({ body }) =>
    body === undefined ? { status: 204 } : { status: 200, body }
  const contract = await contractOf(t, inFull(short), options)
  const { talk } = await keeping(t, contract, { answer })
  await talk(t, { part: 'body' }).lines(lines)
}

/** Answers with the body that it gets. */
export const echo: AnyHandler = ({ body }) => ({ status: 200, body })

/** The response to a request whose handler this is, with the faults that the log has of it. */
export async function answered(
  t: Test,
  contract: Contract<AnyHandlers>,
  request: string | InjectOptions,
  handler: () => unknown,
  serving: Serving = {},
) {
  const all = contract.operations.map(({ operationId }) => [operationId, handler])
  const handlers: AnyHandlers = Object.fromEntries(all)
  const { app, faults } = await serveLogged(t, contract, { ...serving, handlers })
  const response = await app.inject(request)
  const messages = faults().map(({ err }) => String((err as Error | undefined)?.message))
  return { response, faults: faults(), messages }
}

/** A value with the texts of files and the items of sequences in place of their streams. */
async function settled(value: unknown): Promise<unknown> {
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Readable) return text(value)
  if (Symbol.asyncIterator in value) {
    const items: unknown[] = []
    for await (const item of value as AsyncIterable<unknown>) items.push(await settled(item))
    return items
  }
  if ('stream' in value) {
    const { stream, ...file } = value as unknown as FilePart
    return { ...file, text: await text(stream) }
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return value
  const members: [name: string, value: unknown][] = []
  for (const [name, member] of Object.entries(value)) members.push([name, await settled(member)])
  return Object.fromEntries(members)
}

export const PARTS = 'multipart/form-data; boundary=x'

/** A part: its name, its content, and the media type and the file name of a file. */
export type Part = readonly [
  name: string,
  text: string | Buffer,
  type?: string | undefined,
  filename?: string | undefined,
]

/** The body of some parts. */
export function partsOf(...parts: readonly Part[]): Buffer {
  const written = parts.map(([name, content, type = '', filename]) => {
    const file = filename === undefined ? '' : `; filename="${filename}"`
    const typed = type && `Content-Type: ${type}\r\n`
    const head = `--x\r\nContent-Disposition: form-data; name="${name}"${file}\r\n${typed}\r\n`
    return Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')])
  })
  return Buffer.concat([...written, Buffer.from('--x--\r\n')])
}

/** A value of YAML with what JSON does not have in place of texts of it, and numbers in place of large integers. */
export function exact(value: unknown): unknown {
  if (value === 'Infinity') return Infinity
  if (value === 'undefined') return undefined
  if (typeof value === 'string' && value.startsWith('Date ')) return new Date(value.slice(5))
  if (typeof value === 'string') return /^-?\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value
  if (typeof value === 'bigint') return Number(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(exact)
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, exact(member)]))
}
