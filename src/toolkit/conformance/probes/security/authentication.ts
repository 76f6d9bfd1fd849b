import { append } from '../../../openapi/json-pointer.js'
import type { Operation } from '../../document/contract.js'
import { headerOf, withHeader } from '../../exchange/request.js'
import { isResponse } from '../../exchange/response.js'
import { isOpen, satisfiable } from '../../requests/credentials.js'
import { documents } from '../../resources/scenario.js'
import { anonymousRequest, validRequest } from '../../run/base-request.js'
import type { Kit } from '../../run/kit.js'
import type { Probe } from '../../run/probe.js'
import { alternativesOf, isRight, partsOf, type SecurityPart, withSchemes } from './alternatives.js'
import { type Attempt, attemptsAt } from './attempts.js'
import { LET_IN, unauthenticated } from './expectations.js'

/** Missing and wrong credentials are refused, right ones are not. */
export const authentication: Probe = {
  name: 'credentials',
  async run(kit, operation) {
    await letIn(kit, operation)
    if (isOpen(operation)) return
    for (const part of partsOf(kit, operation)) {
      const isFirst = isFirstOf(kit, operation, part.scheme.name)
      await refuseWrong(kit, operation, part, ({ isBasic }) => isFirst || isBasic === true)
      if (isFirst) await spellings(kit, operation, part)
    }
    await refuseHead(kit, operation)
    await refuseUndocumented(kit, operation)
  },
}

/** Most operations of a document of which each is tried with everything. */
const SMALL = 15

/** In a small document everything that the first operation of a scheme refuses is refused by the others, too. */
export const otherCredentials: Probe = {
  name: 'credentials of all operations',
  share: 10,
  async run(kit, operation) {
    if (isOpen(operation)) return
    if (kit.contract.tested.length > SMALL) return
    for (const part of partsOf(kit, operation)) {
      if (isFirstOf(kit, operation, part.scheme.name)) continue
      await refuseWrong(kit, operation, part, ({ isBasic }) => !isBasic)
    }
  },
}

async function refuseWrong(
  kit: Kit,
  operation: Operation,
  { scheme, secret, others }: SecurityPart,
  isTried: (attempt: Attempt) => boolean,
): Promise<void> {
  for (const attempt of attemptsAt(kit.contract, scheme, secret).filter(isTried)) {
    const change: Attempt['change'] = (request) => attempt.change(withSchemes(kit, others, request))
    if (isRight(kit, operation, change)) continue
    const outcome = await kit.try({
      ...subjectOf(operation, `${attempt.what} (${scheme.name})`),
      check: 'authentication',
      expect: unauthenticated(operation, attempt.tolerated),
      request: () => change(anonymousRequest(kit, operation)),
    })
    if (outcome && isResponse(outcome) && outcome.status === 429) {
      kit.notes.add('The server limits attempts with wrong credentials: not all were tried.')
      return
    }
  }
}

/** HEAD tells what GET tells: it asks for the same credentials, if it is served. */
async function refuseHead(kit: Kit, operation: Operation): Promise<void> {
  if (operation.method !== 'GET' || satisfiable(operation, kit.credentials) === undefined) return
  await kit.try({
    pointer: append(operation.pointer, 'security'),
    what: `HEAD ${operation.path} without a credential`,
    check: 'authentication',
    expect: unauthenticated(operation, [404, 405, 501]),
    request: () => ({ ...anonymousRequest(kit, operation), method: 'HEAD' }),
  })
}

/** The name of a scheme has any case (RFC 9110, section 11.1). */
async function spellings(
  kit: Kit,
  operation: Operation,
  { scheme, others }: SecurityPart,
): Promise<void> {
  if (scheme.type === 'apiKey' || scheme.type === 'mutualTLS') return
  for (const name of ['lower', 'upper']) {
    await kit.try({
      ...subjectOf(operation, `the name of the scheme in ${name} case (${scheme.name})`),
      check: 'credentials-accepted',
      expect: LET_IN,
      request: () => {
        const request = withSchemes(kit, [...others, scheme.name], anonymousRequest(kit, operation))
        const value = headerOf(request, 'Authorization')
        const respelt = value?.replace(/^\S+/, (text) =>
          name === 'lower' ? text.toLowerCase() : text.toUpperCase(),
        )
        return withHeader(request, 'Authorization', respelt)
      },
    })
  }
}

function isFirstOf({ contract }: Kit, operation: Operation, name: string): boolean {
  const asks = ({ security }: Operation) => security.some((each) => Object.hasOwn(each, name))
  return contract.tested.find((each) => asks(each) && !isOpen(each)) === operation
}

/** Each alternative lets in on its own, and so does nothing at all where the document says so. */
async function letIn(kit: Kit, operation: Operation): Promise<void> {
  if (isOpen(operation) && !(await isRefusedAlways(kit, operation))) {
    await kit.try({
      ...subjectOf(operation, 'no credential, where none is needed'),
      check: 'credentials-accepted',
      expect: LET_IN,
      request: () => anonymousRequest(kit, operation),
    })
  }
  for (const names of alternativesOf(kit, operation)) {
    await kit.try({
      ...subjectOf(operation, `the credentials of ${names.join(' and ')}`),
      check: 'credentials-accepted',
      expect: LET_IN,
      request: () => withSchemes(kit, names, anonymousRequest(kit, operation)),
    })
  }
}

/** True for a 401 or 403 that is about the body, as that of a login: no right credential changes it. */
async function isRefusedAlways(kit: Kit, operation: Operation): Promise<boolean> {
  const refusals = [401, 403].filter((status) => documents(operation, status))
  if (refusals.length === 0) return false
  for (const names of [[], ...Object.keys(kit.credentials).map((name) => [name])]) {
    const outcome = await kit.peek(withSchemes(kit, names, anonymousRequest(kit, operation)))
    if (!isResponse(outcome) || !refusals.includes(outcome.status)) return false
  }
  return true
}

/** A credential of a scheme that the operation does not name is none. */
async function refuseUndocumented(kit: Kit, operation: Operation): Promise<void> {
  if (satisfiable(operation, kit.credentials) === undefined) return
  const own = new Set(operation.security.flatMap((each) => Object.keys(each)))
  for (const name of Object.keys(kit.credentials)) {
    const type = kit.contract.scheme(name)?.type
    if (own.has(name) || type === undefined || type === 'mutualTLS') continue
    const change: Attempt['change'] = (request) => withSchemes(kit, [name], request)
    if (isRight(kit, operation, change)) continue
    await kit.try({
      ...subjectOf(operation, `the credential of ${name}, which the operation does not name`),
      check: 'authentication',
      expect: unauthenticated(operation, [400, 403]),
      request: () => change(anonymousRequest(kit, operation)),
    })
  }
  await kit.try({
    ...subjectOf(operation, 'the right credential after wrong ones'),
    check: 'credentials-accepted',
    expect: LET_IN,
    request: () => validRequest(kit, operation),
  })
}

function subjectOf(operation: Operation, what: string) {
  return { operation, pointer: append(operation.pointer, 'security'), what }
}
