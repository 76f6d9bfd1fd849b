import { append } from '../../../openapi/json-pointer.js'
import type { Operation } from '../../document/contract.js'
import { isResponse } from '../../exchange/response.js'
import {
  authenticated,
  type Credentials,
  isOpen,
  satisfiable,
  withCredential,
} from '../../requests/credentials.js'
import type { OtherCredential } from '../../requests/given-credentials.js'
import { documents } from '../../resources/scenario.js'
import { anonymousRequest, validRequest } from '../../run/base-request.js'
import type { Expectation } from '../../run/expectation.js'
import type { Kit } from '../../run/kit.js'
import type { Probe } from '../../run/probe.js'
import { LET_IN } from './expectations.js'

/** A credential may do what its scopes say, and sees nothing of another user where things have owners. */
export const authorization: Probe = {
  name: 'scopes and users',
  async run(kit, operation) {
    for (const credential of kit.others) {
      const needed = neededScopes(operation, credential)
      if (needed === undefined) continue
      const { scopes = needed } = credential
      const isEnough = needed.every((each) => scopes.includes(each))
      await tryScopes(kit, operation, credential, isEnough)
    }
    if (kit.stranger !== undefined) await tryForeign(kit, operation, kit.stranger)
  },
}

/** The scopes that an operation asks of a credential; `undefined` if it does not let its scheme in alone. */
function neededScopes({ security }: Operation, { scheme }: OtherCredential) {
  const alternative = security.find(
    (each) => Object.keys(each).length === 1 && Object.hasOwn(each, scheme),
  )
  return alternative?.[scheme]
}

function forbidden({ responses }: Operation): Expectation {
  const isNamed = responses.some(({ status }) => status === '403')
  const allowed = isNamed ? [403] : [401, 403, 404]
  return { told: `status ${allowed.join(' or ')}`, isMet: ({ status }) => allowed.includes(status) }
}

async function tryScopes(
  kit: Kit,
  operation: Operation,
  { scheme, token, scopes, isForeign }: OtherCredential,
  isEnough: boolean,
): Promise<void> {
  // What belongs to one user may be forbidden to others, whatever their scopes.
  const isOfOthers = isEnough && isForeign && operation.path.includes('{')
  if (scopes === undefined || isOfOthers) return
  await kit.try({
    operation,
    pointer: append(operation.pointer, 'security'),
    what: `a credential of ${scheme} with the scopes ${scopes.join(', ') || 'of nothing'}`,
    check: isEnough ? 'credentials-accepted' : 'authorization',
    expect: isEnough ? LET_IN : forbidden(operation),
    request: () => withCredential(kit.contract, scheme, anonymousRequest(kit, operation), token),
  })
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** What one user reads at a path with a known identity, another one neither reads nor changes (CWE-639). */
async function tryForeign(kit: Kit, operation: Operation, stranger: Credentials): Promise<void> {
  const { method, path, pointer } = operation
  if (!path.includes('{') || !METHODS.includes(method)) return
  if (isOpen(operation) || satisfiable(operation, stranger) === undefined) return
  const readings = kit.contract.operations.filter((each) => each.method === 'GET')
  // What an action or a part belongs to ends with a parameter.
  const [reading] = [path, path.replace(/[^}]*$/, '')].flatMap((whole) =>
    readings.filter((each) => each.path === whole),
  )
  // Whoever may read a thing without a credential may comment on it, too.
  if (reading === undefined || (method === 'POST' && isOpen(reading))) return
  const what = 'another user at what the first one reads'
  await kit.scenario({ operation, pointer, what }, async (run) => {
    const own = await kit.peek(validRequest(kit, reading))
    if (!isResponse(own) || own.status !== 200) return
    const anonymous = anonymousRequest(kit, operation)
    const request = authenticated(kit.contract, operation, anonymous, stranger)
    const outcome = await run.send(request, operation)
    // Where one user has nothing, another one may make something of the same name.
    const isMade = method === 'PUT' && isResponse(outcome) && outcome.status === 201
    if (!isResponse(outcome) || outcome.status >= 400 || isMade) return
    const received = `status ${outcome.status}`
    // Only a violation where the user says that things have owners, and the document that others are refused.
    if (kit.owners && (documents(operation, 403) || documents(operation, 404)))
      run.find({
        check: 'owner',
        pointer,
        expected: 'status 403 or 404 for another user',
        received,
      })
    else kit.notes.add(`${method} ${path}: another user than the one who made it gets ${received}`)
  })
}
