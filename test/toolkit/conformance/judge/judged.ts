import { createJudge, type Exchange } from '#toolkit/conformance/index.js'
import { documentOf } from '../helpers/documents.js'

type Answer = Partial<Omit<Exchange, 'body'>> & { readonly body?: string | Buffer }

/** What is found at an answer to `GET /` of an operation with these responses; `more` is of the document. */
export function foundAt(responses: object, answer: Answer, more: object = {}) {
  const { operation = {}, ...rest } = more as { operation?: object }
  const document = documentOf({ '/': { get: { operationId: 'a', responses, ...operation } } }, rest)
  const { status = 200, headers = {}, body = '' } = answer
  const own = { method: 'GET', path: '/', status, headers, body: Buffer.from(body as string) }
  return createJudge(document).judge(own)
}

/** The same as `check: received`. */
export const judged = (...given: Parameters<typeof foundAt>) =>
  foundAt(...given).map(({ check, received }) => `${check}: ${received}`)
