import { readFile } from 'node:fs/promises'
import { performance } from 'node:perf_hooks'
import type { ModelOptions } from '../../generator/document-model.js'
import { TestedContract } from '../document/contract.js'
import { operationFor } from '../document/routing.js'
import type { HeaderLine, SentRequest } from '../exchange/request.js'
import type { ReceivedResponse } from '../exchange/response.js'
import { judgeResponse } from '../judge/judge-response.js'
import { isOfClient } from '../judge/response-of.js'
import { type KnownViolation, knownKeys } from '../report/baseline.js'
import { makeReport } from '../report/make-report.js'
import { exitCodeOf, type Report } from '../report/report.js'
import { Kit } from '../run/kit.js'
import type { Step } from '../run/violation.js'
import { NoTarget } from '../target/no-target.js'
import { type RecordedExchange, readHar } from './har.js'

/** Options of {@link judgeHar}. */
export interface HarOptions extends ModelOptions {
  /** The OpenAPI document: its file, or the parsed document. */
  readonly document: string | object
  /** The recording. */
  readonly file: string
  /**
   * Base URL of the service: others are left out.
   *
   * @defaultValue requests to every host, below the base path of the document
   */
  readonly url?: string
  /** The operations that are judged, by `operationId`, `GET /pets/{petId}` or a tag. Default: all. */
  readonly operations?: readonly string[]
  /** Keys of violations that are known. */
  readonly baseline?: readonly KnownViolation[]
}

/**
 * Judges the responses of a recording by a document, without sending anything.
 *
 * @throws {TypeError} if the file is no HAR file.
 */
export async function judgeHar(options: HarOptions): Promise<Report> {
  const { document, file, url, baseline = [] } = options
  const started = performance.now()
  const contract = new TestedContract(document, options)
  const exchanges = readRecording(file, await readFile(file, 'utf8'))
  const base = url ?? contract.model.basePath
  const target = new NoTarget(url ?? '')
  const kit = new Kit({
    contract,
    target,
    credentials: {},
    seed: 0,
    time: 0,
    requestTime: 0,
    late: 0,
  })
  for (const exchange of exchanges) judgeExchange(kit, exchange, base)
  const time = (performance.now() - started) / 1000
  const report = { ...makeReport(kit, { baseline: knownKeys(baseline), time }), untested: [] }
  return { ...report, isClean: exitCodeOf(report) === 0, isCut: false }
}

function readRecording(file: string, text: string): RecordedExchange[] {
  try {
    return readHar(text)
  } catch (error) {
    throw new TypeError(`${file}: is no HAR file: ${(error as Error).message}`)
  }
}

function judgeExchange(kit: Kit, { url, request, response }: RecordedExchange, base: string): void {
  const path = pathBelow(base, url)
  if (path === undefined) return
  const { contract, coverage } = kit
  const { method } = request
  const operation = operationFor(contract, method, path)
  coverage.note(operation, response)
  if (operation === undefined) {
    kit.notes.add(`${method} ${path} is not documented`)
    return
  }
  if (!contract.tested.includes(operation)) return
  coverage.try(operation, operation.pointer)
  if (isOfClient(operation, response.status)) return
  const { status } = response
  if (status >= 500) kit.notes.add(`${method} ${path} failed with status ${status}`)
  const found = judgeResponse({ contract, operation, method, response, secrets: [] })
  const steps = [redacted(contract, request, response)]
  const what = 'a recorded exchange'
  for (const each of found) kit.add({ ...each, operation, what, steps, isFlaky: false })
}

/** The path of a URL below a base URL or path; `undefined` if it is elsewhere. */
function pathBelow(base: string, url: string): string | undefined {
  const { origin, pathname } = new URL(url)
  const whole = /^https?:/.test(base) ? `${origin}${pathname}` : pathname
  const start = base.replace(/\/+$/, '')
  if (whole !== start && !whole.startsWith(`${start}/`)) return undefined
  return whole.slice(start.length) || '/'
}

/** Headers with secrets of the people who were recorded. */
const SECRET = /^(authorization|cookie|set-cookie|proxy-authorization|x-api-key)$/i

/** The exchange without secrets: of HTTP, and where the document has keys. */
function redacted(
  { model }: TestedContract,
  request: SentRequest,
  response: ReceivedResponse,
): Step {
  const names = (place: string) =>
    model.securitySchemes.flatMap(({ in: own, parameter }) =>
      own === place && parameter !== undefined ? [parameter] : [],
    )
  const keys = new Set(names('header').map((name) => name.toLowerCase()))
  const hidden = ([name, value]: HeaderLine): HeaderLine => {
    return [name, SECRET.test(name) || keys.has(name.toLowerCase()) ? '…' : value]
  }
  const url = new URL(request.target)
  for (const name of names('query')) if (url.searchParams.has(name)) url.searchParams.set(name, '…')
  return {
    request: { ...request, target: url.href, headers: request.headers.map(hidden) },
    outcome: { ...response, headers: response.headers.map(hidden) },
  }
}
