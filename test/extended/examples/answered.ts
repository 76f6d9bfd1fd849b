import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { type Contract, serve } from 'fastify-contract'
import { loadContract } from '#toolkit/cli/mock/mock-app.js'
import { mock } from '#toolkit/mock/index.js'
import { isObject } from '#toolkit/openapi/json.js'
import { essenceOf, isJson } from '#toolkit/openapi/media-type.js'
import { Unwritable } from '#toolkit/requests/write-parameters.js'
import { stringify } from '#toolkit/runtime/json/stringify.js'
import { CORPUS_IGNORED } from '../../../scripts/corpus/documents.js'
import { judgeOf } from '../diff/judge.js'
import { target } from '../requests/oracle/document.js'
import type { Node } from '../requests/oracle/schema.js'
import { Undecided } from '../requests/oracle/undecided.js'
import { drawing, everybody, partsOf, start } from '../served/boot.js'
import { requestOf, type Sent } from '../served/requests.js'
import { type DocumentedExample, examplesOf } from './documented.js'
import { schemaPointer } from './schema-pointer.js'

/**
 * Asks the mock of a document, with the options of the command, for each example of a response, and each operation for
 * any answer, which its schema accepts. Resolves with how many examples it answers with, how many other answers were
 * judged, and what is wrong.
 */
export async function answeredExamples(file: string, root: string) {
  const loaded = await loadContract(file, { ignore: CORPUS_IGNORED, root })
  const document = loaded.generated.model.bundled as Node
  const follow = ($ref: string) => target(document, $ref)
  const contract = loaded.contract as Contract<object>
  const missing = mock(contract, { document, examples: 'all' })
  const options = {
    handlers: {},
    security: everybody(contract),
    missing,
    responses: 'off',
  } as const
  const app = await start(serve(contract, { ...options, unnamedMembers: 'send' }))
  const draw = await drawing(contract)
  const writeOnly = new Set(writeOnlyIn(document))
  const judge = judgeOf(document)
  const sum = { examples: 0, headers: 0, judged: 0, problems: [] as string[] }
  for (const each of loaded.contract.operations) {
    const operation = await partsOf(each)
    const { path, method } = operation
    const node = Object(Object(Object(document.paths)[path])[method.toLowerCase()])
    const examples = attempted(() => examplesOf(node, follow), Undecided) ?? []
    const final = examples.filter(({ status }) => /^[2-5]/.test(status))
    if (operation.unserved !== undefined) continue
    const sent = attempted(() => requestOf(operation, draw), Unwritable)
    if (sent === undefined) continue
    const any = await ask(app, sent, { accept: 'application/json' })
    const type = String(any.headers['content-type'] ?? '')
    const place = ['paths', path, method.toLowerCase(), 'responses']
    const pointer = schemaPointer(document, place, String(any.statusCode), type)
    const isJudged = pointer !== undefined && any.body !== '' && isJson(essenceOf(type))
    if (isJudged && !final.some(({ value }) => isSame(any.body, value, writeOnly))) {
      sum.judged++
      const why = judge(pointer, JSON.parse(any.body))
      if (why !== undefined) sum.problems.push(`${method} ${path} ${any.statusCode}: ${why}`)
    }
    for (const example of final) {
      const problem = await problemOf(app, sent, example, writeOnly)
      sum.examples++
      sum.headers += Object.keys(example.headers).length
      const { status, name = '' } = example
      if (problem !== undefined)
        sum.problems.push(`${method} ${path} ${status} ${name}: ${problem}`)
    }
  }
  await app.close()
  loaded.remove()
  return sum
}

const ask = (app: FastifyInstance, { method, url, headers, payload }: Sent, more: object) =>
  app.inject({
    ...{ method: method as 'GET', url, headers: { ...headers, ...more } },
    ...(payload !== undefined && { payload }),
  })

/** A response does not have the write-only members of an example. */
const isSame = (body: string, value: unknown, writeOnly: ReadonlySet<string>) =>
  isDeepStrictEqual(
    withoutWriteOnly(JSON.parse(body), writeOnly),
    JSON.parse(stringify(withoutWriteOnly(value, writeOnly))),
  )

async function problemOf(
  app: FastifyInstance,
  sent: Sent,
  example: DocumentedExample,
  writeOnly: ReadonlySet<string>,
): Promise<string | undefined> {
  const code = /^\d+$/.test(example.status) ? example.status : `${example.status[0]}00`
  const name = example.name === undefined ? '' : `, example=${JSON.stringify(example.name)}`
  const accepts = { accept: example.mediaType, prefer: `code=${code}${name}` }
  const response = await ask(app, sent, accepts)
  const told = response.body.slice(0, 200)
  if (response.statusCode !== Number(code)) return `${response.statusCode} ${told}`
  if (!isSame(response.body, example.value, writeOnly))
    return `${told} is not ${stringify(example.value).slice(0, 200)}`
  for (const [header, value] of Object.entries(example.headers)) {
    const given = response.headers[header]
    if (typeof value !== 'object' && given !== String(value))
      return `${header}: ${given}, not ${value}`
  }
  return undefined
}

/** Names of members that a response does not have (3.0.4, section 4.7.24.2), though its example may. */
function writeOnlyIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([name, each]) => {
    return [...(Object(each).writeOnly === true ? [name] : []), ...writeOnlyIn(each)]
  })
}

function withoutWriteOnly(value: unknown, names: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutWriteOnly(each, names))
  if (!isObject(value)) return value
  const kept = Object.entries(value).filter(([name]) => !names.has(name))
  return Object.fromEntries(kept.map(([name, each]) => [name, withoutWriteOnly(each, names)]))
}

/** None where there is no answer: a reference to nothing, or a value that cannot be written. */
function attempted<Result>(work: () => Result, reason: typeof Unwritable): Result | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof reason) return undefined
    throw error
  }
}
