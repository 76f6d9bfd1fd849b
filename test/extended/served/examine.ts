import { performance } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { type Contract, type OperationContract, serve } from 'fastify-contract'
import { loadContract } from '#toolkit/cli/mock/mock-app.js'
import { mock } from '#toolkit/mock/index.js'
import type { ParameterContract } from '#toolkit/openapi/parameter.js'
import { Unwritable } from '#toolkit/requests/write-parameters.js'
import type { CompiledParameters } from '#toolkit/runtime/contract/contract.js'
import { CORPUS_IGNORED } from '../../../scripts/corpus/documents.js'
import { drawing, everybody, partsOf, start } from './boot.js'
import { type Change, type Draw, requestOf, type Sent } from './requests.js'

/**
 * Serves a document, and sends each of its operations what it documents: how many handlers were reached, how many
 * requests with one fault refused, of how many operations nothing can be made wrong, and for which none can be made.
 */
export async function examine(id: string, file: string, root: string) {
  const loaded = await loadContract(file, { ignore: CORPUS_IGNORED, root })
  const { contract, generated } = loaded
  const since = performance.now()
  const seen = new Map<string, object>()
  const security = everybody(contract)
  const handlers = contract.operations.map(({ operationId }) => [
    operationId,
    (given: object) => {
      seen.set(operationId, given)
      return { status: 204 }
    },
  ])
  const own = { handlers: Object.fromEntries(handlers), security, responses: 'off' } as const
  const echo = await start(serve(contract as Contract<object>, own))
  const missing = mock(contract, { document: generated.model.bundled })
  const mocking = { handlers: {}, security, missing, unnamedMembers: 'send' } as const
  const mocked = await start(serve(contract as Contract<object>, mocking))
  const ms = Math.round(performance.now() - since)
  const draw = await drawing(contract)
  const tally = { reached: 0, refused: 0, open: 0, mocked: 0 }
  const unwritable: string[] = []
  const problems: string[] = []
  for (const each of contract.operations) {
    const operation = await partsOf(each)
    const name = `${operation.method} ${operation.path}`
    if (operation.unserved !== undefined) {
      unwritable.push(`${name}: ${operation.unserved}`)
      continue
    }
    try {
      const sent = requestOf(operation, draw)
      const problem = await reach(echo, operation, sent, seen)
      if (problem === undefined) tally.reached++
      else problems.push(`${name}: ${problem}`)
      const answer = await mocked.inject({ ...injected(sent) })
      if (answer.statusCode < 500 || answer.statusCode === 501) tally.mocked++
      else
        problems.push(`${name}: the mock answers ${answer.statusCode} ${answer.body.slice(0, 200)}`)
      const broken = brokenRequest(operation, draw)
      if (broken === undefined) tally.open++
      else {
        const { statusCode, body } = await echo.inject(injected(broken))
        if (statusCode === 400) tally.refused++
        else
          problems.push(
            `${name}: broken, answered ${statusCode} ${body.slice(0, 100)} ${broken.url} ${String(broken.payload).slice(0, 80)}`,
          )
      }
    } catch (error) {
      if (!(error instanceof Unwritable)) throw error
      unwritable.push(name)
    }
  }
  await echo.close()
  await mocked.close()
  return { id, operations: contract.operations.length, ...tally, ms, unwritable, problems }
}

function injected({ method, url, headers, payload }: Sent) {
  return { method: method as 'GET', url, headers, ...(payload !== undefined && { payload }) }
}

async function reach(
  app: FastifyInstance,
  { operationId }: OperationContract,
  sent: Sent,
  seen: Map<string, object>,
): Promise<string | undefined> {
  seen.clear()
  const { statusCode, body } = await app.inject(injected(sent))
  const given = seen.get(operationId) as Record<string, unknown> | undefined
  const what = `${sent.url} ${String(sent.payload ?? '').slice(0, 100)}`
  if (given === undefined) return `not reached: ${statusCode} ${body.slice(0, 200)} by ${what}`
  for (const [part, wanted] of Object.entries(sent.wanted))
    if (!holds(given[part], wanted))
      return `${part} is ${canonical(given[part])}, not ${canonical(wanted)}, by ${what}`
  return undefined
}

/** True if the value that came has all that was sent; there may be defaults beside it. */
function holds(given: unknown, wanted: unknown): boolean {
  if (typeof wanted !== 'object' || wanted === null || Array.isArray(wanted))
    return canonical(given) === canonical(wanted)
  return Object.entries(wanted).every(
    ([name, value]) => canonical((given as Record<string, unknown>)?.[name]) === canonical(value),
  )
}

/** Values as one text; what a text became is checked by its schema. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, each]) => `${name}:${canonical(each)}`).join()}}`
}

const WRONG: readonly unknown[] = ['\u0000 wrong', null, 0.5, [], {}, true, [[[]]]]

/** A request with one fault, where there can be one. */
function brokenRequest(operation: OperationContract, draw: Draw): Sent | undefined {
  for (const change of changes(operation)) {
    try {
      return requestOf(operation, draw, change)
    } catch (error) {
      if (!(error instanceof Unwritable)) throw error
    }
  }
  return undefined
}

function* changes({ requestBody, query, headers }: OperationContract): Generator<Change> {
  // The first one is what is sent; where it is a range, another one may be meant.
  const [[type, first] = []] = Object.entries(requestBody?.content ?? {})
  const isJson = !type?.includes('*') && (first?.kind ?? 'json') === 'json'
  const validate = first && isJson && 'validate' in first ? first.validate : undefined
  const wrong = WRONG.find((value) => validate?.(value) === false)
  if (wrong !== undefined) yield { body: JSON.stringify(wrong) }
  if (requestBody?.required) yield { body: null }
  for (const group of [query, headers]) {
    for (const parameter of group?.parameters ?? [])
      yield* faults(group as CompiledParameters, parameter)
  }
}

/** Faults of a parameter that is one plain text: without a text, or with another one. */
function* faults(
  { validate, parameters }: CompiledParameters,
  { name, type, style }: ParameterContract,
): Generator<Change> {
  if (style !== undefined || typeof type !== 'string' || !name.isWellFormed()) return
  const defaults = parameters.flatMap((each) =>
    'default' in each ? [[each.name, each.default]] : [],
  )
  const given = Object.fromEntries(defaults)
  const isFine = validate(given)
  const isMissed = !isFine && validate({ ...given, [name]: 'x' })
  if (isMissed && !(name in given)) yield { parameter: name }
  if (isFine && !validate({ ...given, [name]: 'wrong' })) yield { parameter: name, text: 'wrong' }
}
