import type { Model, Operation } from '../../generator/model/model.js'
import { quoted } from '../arguments/suggestions.js'
import type { SecretOf, ServiceScheme } from './security-schemes.js'

/** Words that a shell takes literally, wherever they are. */
export const PLAIN = /^[\w./:@=+-]+$/

/** A curl command for the operation with the fewest required inputs. */
export function curlLine(
  model: Model,
  schemes: readonly ServiceScheme[],
  secret: SecretOf,
): string {
  const operation = model.operations.toSorted((one, other) => effort(one) - effort(other))[0]
  const { method, path } = operation ?? { method: 'GET', path: '/openapi.json' }
  const base = operation === undefined ? '' : model.basePath
  const credentials = operation === undefined ? [] : credentialsOf(operation, schemes, secret)
  const query = credentials.flatMap(({ query = [] }) => query).join('&')
  const target = encodeURI(path.replace(/\{[^{}]+\}/g, '1'))
  const url = `http://127.0.0.1:3000${base}${target}${query && `?${query}`}`
  return [
    'curl -sS',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    quoted(url, PLAIN),
    ...credentials.flatMap(({ option = [] }) => option),
  ].join(' ')
}

/** Rank of an operation by the inputs that a request has to invent. */
function effort({ method, path, parameterGroups, security }: Operation): number {
  const required = parameterGroups.flatMap(({ parameters }) =>
    parameters.filter((each) => each.required && each.in !== 'path'),
  )
  const pathParameters = path.split('{').length - 1
  const schemes = security[0] === undefined ? 0 : Object.keys(security[0]).length
  return (method === 'GET' ? 0 : 100) + 10 * required.length + 4 * pathParameters + schemes
}

interface CurlCredential {
  readonly option?: readonly string[]
  readonly query?: readonly string[]
}

function credentialsOf(
  { security: [first = {}] }: Operation,
  schemes: readonly ServiceScheme[],
  secret: SecretOf,
): CurlCredential[] {
  const option = (flag: string, value: string) => ({ option: [`${flag} ${quoted(value, PLAIN)}`] })
  return schemes
    .filter(({ name }) => Object.hasOwn(first, name))
    .map(({ kind, variable, scheme }): CurlCredential => {
      if (variable === undefined) return {}
      const value = secret(variable)
      if (kind === 'basic') return option('-u', value)
      if (kind === 'bearer') return option('-H', `Authorization: Bearer ${value}`)
      const name = String(scheme.parameter)
      if (scheme.in === 'query') return { query: [`${encodeURIComponent(name)}=${value}`] }
      if (scheme.in === 'cookie') return option('-b', `${name}=${value}`)
      return option('-H', `${name}: ${value}`)
    })
}
