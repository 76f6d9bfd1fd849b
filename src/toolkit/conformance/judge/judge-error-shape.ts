import type { MediaType, TestedContract } from '../document/contract.js'
import { headerOf } from '../exchange/request.js'
import { shortened } from '../values/shortened.js'
import type { Finding } from './finding.js'
import { readJson } from './json-body.js'
import type { ReceivedExchange } from './judge-response.js'
import { mediaOf } from './response-of.js'

/** The shape that a document gives to every error. */
interface ErrorShape {
  readonly pointer: string
  readonly media: MediaType
}

/** An error of no documented response has the shape that the document gives to all errors, if it does. */
export function judgeErrorShape({ contract, method, response }: ReceivedExchange): Finding[] {
  // Others come from the server's HTTP parser or router, before there is an app.
  const isOfApp = response.status === 404 || response.status === 405
  const shape = isOfApp && method !== 'HEAD' ? errorShape(contract) : undefined
  const name = shape?.media.schema
  if (shape === undefined || name === undefined) return []
  const { pointer, media } = shape
  const contentType = headerOf(response, 'content-type') ?? ''
  const finding = (expected: string, received: string): Finding[] => [
    { check: 'error-shape', pointer, expected, received },
  ]
  if (mediaOf([media], contentType) === undefined) {
    const received = `status ${response.status}, ${contentType || 'no Content-Type'}`
    return finding(`${media.mediaType} for every error`, received)
  }
  const read = readJson(response.body)
  if ('reason' in read) return finding(`${media.mediaType} for every error`, read.reason)
  const [violation] = contract.verdicts.violations(contract.reference(name), read.value)
  if (violation === undefined) return []
  const { instancePath, message } = violation
  const received = `status ${response.status}, ${shortened(response.body.toString('utf8'), 200)}`
  return finding(`${instancePath || 'the body'} ${message}, as in every error`, received)
}

const shapes = new WeakMap<TestedContract, ErrorShape | undefined>()

/**
 * The one JSON schema by which all operations describe their errors: through `default`, or through `4XX`.
 * `undefined` if there are several, or an operation says nothing of other errors.
 */
export function errorShape(contract: TestedContract): ErrorShape | undefined {
  if (!shapes.has(contract)) shapes.set(contract, findShape(contract))
  return shapes.get(contract)
}

function findShape({ operations }: TestedContract): ErrorShape | undefined {
  const all = operations.map(({ responses }) => {
    const errors = responses.filter(({ status }) => /^[4d]/.test(status))
    const general = errors.find(({ status }) => /^(4XX|default)$/i.test(status))
    return { errors, general }
  })
  const first = all[0]?.general
  const [media] = first?.content ?? []
  if (first === undefined || media?.kind !== 'json' || media.schema === undefined) return undefined
  const isSame = (content: readonly MediaType[]) =>
    content.length === 1 &&
    content[0]?.schema === media.schema &&
    content[0]?.mediaType === media.mediaType
  const isUniform = all.every(
    ({ errors, general }) =>
      general !== undefined &&
      isSame(general.content) &&
      errors.every(({ content }) => content.length === 0 || isSame(content)),
  )
  return isUniform ? { pointer: first.pointer, media } : undefined
}
