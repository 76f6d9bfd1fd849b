import { isDeepStrictEqual } from 'node:util'
import type { DescribedSecurityScheme } from '../../../generator/model/model.js'
import type { Operation } from '../../document/contract.js'
import type { SentRequest } from '../../exchange/request.js'
import { withCredential } from '../../requests/credentials.js'
import type { Kit } from '../../run/kit.js'
import type { Attempt } from './attempts.js'

/** A part of the security of an operation: a scheme, and the others of its alternative. */
export interface SecurityPart {
  readonly scheme: DescribedSecurityScheme
  readonly secret: string
  readonly others: readonly string[]
}

/** The schemes of all alternatives for which there are all credentials. */
export function partsOf(kit: Kit, operation: Operation): SecurityPart[] {
  return alternativesOf(kit, operation).flatMap((names) =>
    names.map((name): SecurityPart => {
      const scheme = kit.contract.scheme(name) as DescribedSecurityScheme
      const others = names.filter((each) => each !== name)
      return { scheme, secret: kit.credentials[name] as string, others }
    }),
  )
}

/** The schemes of each alternative that is no open door and for which there are all credentials. */
export function alternativesOf({ credentials }: Kit, { security }: Operation): string[][] {
  return security
    .map((each) => Object.keys(each))
    .filter((names) => names.length > 0 && names.every((name) => Object.hasOwn(credentials, name)))
}

/** True for a change that sends a right credential: several schemes may have one secret. */
export function isRight(kit: Kit, operation: Operation, change: Attempt['change']): boolean {
  const bare: SentRequest = { method: 'GET', target: '/', headers: [] }
  const changed = canonical(change(bare))
  return alternativesOf(kit, operation).some((names) =>
    isDeepStrictEqual(canonical(withSchemes(kit, names, bare)), changed),
  )
}

/** The names of header fields have any case (RFC 9110, section 5.1). */
function canonical({ headers, ...request }: SentRequest): object {
  return { ...request, headers: headers.map(([name, value]) => [name.toLowerCase(), value]) }
}

export function withSchemes(kit: Kit, names: readonly string[], request: SentRequest): SentRequest {
  const { contract, credentials } = kit
  return names.reduce(
    (each, name) => withCredential(contract, name, each, credentials[name] as string),
    request,
  )
}
