import { namesIn } from '../../../openapi/path-template.js'
import type { Operation } from '../../document/contract.js'
import { operationsAt } from '../../document/routing.js'
import { decoded, type SentRequest } from '../../exchange/request.js'
import { isSuccess } from '../../exchange/response.js'
import { isFirstOfMethod, isFirstOfPath, isSample, validRequest } from '../../run/base-request.js'
import { ANSWERED, type Expectation } from '../../run/expectation.js'
import type { Kit } from '../../run/kit.js'
import type { Probe } from '../../run/probe.js'

/** Paths that the document does not have are not answered with a success, and no path makes the server fail. */
export const paths: Probe = {
  name: 'paths',
  async run(kit, operation) {
    const [path = ''] = validRequest(kit, operation).target.split('?')
    const isFirst = isFirstOfPath(kit, operation)
    // A removal that goes to the path above would take away what other cases need.
    if (!isFirst && operation.method === 'DELETE') return
    const methods = isFirst ? ['GET', operation.method] : [operation.method]
    const nowhere = isFirstOfMethod(kit, operation) ? NOWHERE : []
    const beside = ['/x/y/z', `/x-${kit.seed}/nowhere`, 'x', '.json'].map((each) => path + each)
    for (const each of [...nowhere, ...beside]) await unknown(kit, operation, each, methods)
    if (!isSample(kit, operation)) return
    await encodings(kit, operation, path)
    if (isFirst) await spellings(kit, operation, path)
  },
}

/** No service has these; a router that looks them up in an object finds something. */
const NOWHERE = [
  ...['/conformance-nowhere', '/__proto__', '/constructor', '/toString', '/hasOwnProperty'],
  ...['/%5F%5Fproto%5F%5F', '/constructor/prototype'],
]

const NOT_FOUND: Expectation = {
  told: 'status 404',
  isMet: ({ status }) => status >= 300 && status < 500,
}

async function unknown(
  kit: Kit,
  operation: Operation,
  path: string,
  methods: readonly string[],
): Promise<void> {
  // Some routers decode a path before they match it.
  const isKnown = (each: string) => operationsAt(kit.contract.operations, each).length > 0
  if (isKnown(path) || isKnown(decoded(path))) return
  for (const method of new Set(methods)) {
    await kit.try({
      pointer: '#/paths',
      what: `${method} ${path}, which the document does not have`,
      check: 'operation-documented',
      expect: NOT_FOUND,
      request: () => moved(kit, operation, path, method),
    })
  }
}

/** The valid request of an operation at another path. */
function moved(
  kit: Kit,
  operation: Operation,
  target: string,
  method = operation.method,
): SentRequest {
  const { headers, body } = validRequest(kit, operation)
  const hasBody = method === operation.method && body !== undefined
  return {
    ...{ method, target },
    headers: hasBody ? headers : headers.filter(([name]) => name !== 'Content-Type'),
    ...(hasBody && { body }),
  }
}

/** Wrong and unusual percent-encodings at the end of a path. */
async function encodings(kit: Kit, operation: Operation, path: string): Promise<void> {
  // What a parameter ends with is a value; what a literal ends with is another path.
  const isValue = (ending: string) =>
    operationsAt(kit.contract.operations, path + ending).length > 0
  for (const ending of ['%', '%zz', '%00', '%C0%AF', '%2F', '%2e%2e%2f', '%0d%0aX-Injected:%201']) {
    await kit.try({
      pointer: '#/paths',
      what: `${ending} at the end of the path ${operation.path}`,
      check: 'operation-documented',
      expect: isValue(ending) || ending === '%2F' ? ANSWERED : NOT_FOUND,
      request: () => moved(kit, operation, path + ending),
    })
  }
}

/** Other spellings of a path: the document leaves open whether they are the same. */
async function spellings(kit: Kit, operation: Operation, path: string): Promise<void> {
  if (!['GET', 'HEAD', 'POST'].includes(operation.method) || namesIn(path).length > 0) return
  const others = {
    'with a slash at its end': `${path}/`,
    'in upper case': path.toUpperCase(),
    'with two slashes': path.replace(/\/(?=[^/]*$)/, '//'),
  }
  for (const [what, target] of Object.entries(others)) {
    if (target === path || operationsAt(kit.contract.operations, target).length > 0) continue
    const outcome = await kit.try({
      ...{ pointer: '#/paths', what: `the path ${operation.path} ${what}`, expect: ANSWERED },
      check: 'no-server-error',
      request: () => moved(kit, operation, target),
    })
    if (isSuccess(outcome)) kit.notes.add(`A path ${what} is the same path.`)
  }
}
