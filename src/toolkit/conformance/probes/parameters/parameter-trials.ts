import type { Parameter } from '../../document/contract.js'
import type { SentRequest } from '../../exchange/request.js'
import { type ParameterValue, type RequestParts, withParameter } from '../../requests/parts.js'
import { ANSWERED, type Expectation, REFUSED } from '../../run/expectation.js'
import type { Kit } from '../../run/kit.js'
import type { Trial } from '../../run/trial.js'
import { isOnce } from './meaning.js'

/** A parameter of an operation whose other parts are valid. */
export interface TriedParameter {
  readonly kit: Kit
  readonly parts: RequestParts
  readonly parameter: Parameter
}

/** The parameter as a report names it. */
export function nameOf({ name, in: place }: Parameter): string {
  return `the ${place} parameter \`${name}\``
}

/** The request with another value of a parameter, and with a body and headers of its own. */
export function requestWith(
  { kit, parts, parameter }: TriedParameter,
  value: ParameterValue | undefined,
): SentRequest {
  const fresh = fresher(kit, parts)
  return kit.written(withParameter(fresh, parameter, value))
}

/** Nothing of a request that a service may take for a repetition of another. */
function fresher(kit: Kit, parts: RequestParts): RequestParts {
  const { operation } = parts
  const body = operation.requestBody === undefined ? undefined : kit.source.body(operation)
  const withBody = body === undefined ? parts : { ...parts, body }
  return [...parts.parameters.keys()].filter(isOnce).reduce((each, parameter) => {
    const value = kit.source.fresh.uuid()
    return kit.contract.verdicts.verdict(parameter.schema, value) === true
      ? withParameter(each, parameter, { value })
      : each
  }, withBody)
}

/** A case of a text in place of the value. */
export function textTrial(
  tried: TriedParameter,
  told: string,
  text: string,
  isWrong: boolean,
): Trial {
  const { parameter, parts } = tried
  return {
    ...{ operation: parts.operation, pointer: parameter.pointer },
    what: `${nameOf(parameter)} ${told}`,
    ...fateOf(isWrong),
    request: () => requestWith(tried, { text }),
  }
}

function fateOf(isWrong: boolean): { check: Trial['check']; expect: Expectation } {
  return isWrong
    ? { check: 'invalid-refused', expect: REFUSED }
    : { check: 'no-server-error', expect: ANSWERED }
}
