import type { IncomingMessage } from 'node:http'
import { parseJson } from '../json/parse.js'
import { isObject, type Json } from '../json/value.js'
import { resolve } from './document.js'
import { Failure } from './failure.js'
import type { Call, Points } from './points.js'
import { judgeOf, type Schema } from './validate.js'

/** The most bytes of a body. */
const LIMIT = 1_000_000

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export function bodies(p: Points) {
  return {
    bodyLimit: (_call: Call) => LIMIT,

    checkMediaType(call: Call) {
      const { body } = call.operation
      if (!body) return
      const { 'content-type': type, 'content-encoding': coding = 'identity' } = call.headers
      if (type === undefined && !hasBody(call.request)) return
      if (coding !== 'identity') {
        const headers = { 'Accept-Encoding': 'identity' }
        throw new Failure(415, 'The body has a content coding.', { kind: 1, headers })
      }
      const essence = (type ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
      if (!Object.hasOwn(body.content, essence))
        throw new Failure(415, `The body is not ${Object.keys(body.content).join(' or ')}.`)
      call.type = essence
    },

    async readBody(call: Call) {
      if (!call.operation.body) return
      const limit = p.bodyLimit(call)
      const { 'content-length': length = '0' } = call.headers
      if (Number(length) > limit) throw new Failure(413, 'The body is too large.')
      call.bytes = await read(call.request, limit)
    },

    parseJson: (text: string) => parseJson(text),

    parseBody(call: Call) {
      const { body } = call.operation
      if (!body) return
      if (call.bytes.length === 0 && body.required) throw new Failure(400, 'A body is required.')
      if (!isJson(call.type)) return
      const text = decoded(call.bytes)
      try {
        call.body = p.parseJson(text)
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error
        throw new Failure(400, 'The body is not valid JSON.', { kind: 1 })
      }
    },

    writable(value: Json, schema: Schema): Json {
      const { properties = {} } = schema?.$ref ? resolve(p.document, schema.$ref) : (schema ?? {})
      if (!isObject(value)) return value
      const kept = Object.entries(value).filter(([name]) => !properties[name]?.readOnly)
      return Object.assign(Object.create(null), Object.fromEntries(kept))
    },

    violation: judgeOf(p.document),

    validate(value: Json, schema: Schema, _call: Call) {
      const found = p.violation(value, schema)
      if (!found) return
      const { pointer, keyword } = found
      throw new Failure(400, `The body breaks ${keyword}.`, { kind: 2, pointer })
    },

    validateBody(call: Call) {
      const { body } = call.operation
      if (!body || !isJson(call.type)) return
      const schema = body.content[call.type]
      p.validate(call.body, schema, call)
      call.body = p.writable(call.body, schema)
    },
  }
}

const isJson = (type: string) => /[/+]json$/.test(type)

export function hasBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length, 'transfer-encoding': coding } = headers
  return coding !== undefined || (length !== undefined && length !== '0')
}

async function read(request: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > limit) throw new Failure(413, 'The body is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function decoded(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes)
  } catch {
    throw new Failure(400, 'The body is not UTF-8.', { kind: 1 })
  }
}
