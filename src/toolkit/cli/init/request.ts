import type { Model, Operation } from '../../generator/model/model.js'
import { quoted } from './quoted.js'
import type { Scheme } from './schemes.js'

/** The secret of a scheme's variable, for the development of a service. */
export type Secret = (variable: string) => string

/** A line for the shell that asks for the operation that needs the least. */
export function curlLine(model: Model, schemes: readonly Scheme[], secret: Secret): string {
  const operation = model.operations.toSorted((one, other) => needs(one) - needs(other))[0]
  const { method, path } = operation ?? { method: 'GET', path: '/openapi.json' }
  const base = operation === undefined ? '' : model.basePath
  const credentials = operation === undefined ? [] : credentialsOf(operation, schemes, secret)
  const query = credentials.flatMap(({ query = [] }) => query).join('&')
  const place = path.replace(/\{[^{}]+\}/g, '1')
  const url = `http://127.0.0.1:3000${base}${encodeURI(place)}${query && `?${query}`}`
  return [
    'curl -sS',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    quoted(url),
    ...credentials.flatMap(({ option = [] }) => option),
  ].join(' ')
}

/** How much of a request has to be made up. */
function needs({ method, path, parameterGroups, security }: Operation): number {
  const required = parameterGroups.flatMap(({ parameters }) =>
    parameters.filter((each) => each.required && each.in !== 'path'),
  )
  const places = path.split('{').length - 1
  const asked = security[0] === undefined ? 0 : Object.keys(security[0]).length
  return (method === 'GET' ? 0 : 100) + 10 * required.length + 4 * places + asked
}

interface Credential {
  readonly option?: readonly string[]
  readonly query?: readonly string[]
}

/** What the first of the alternatives asks for. */
function credentialsOf(
  { security: [first = {}] }: Operation,
  schemes: readonly Scheme[],
  secret: Secret,
): Credential[] {
  return schemes
    .filter(({ name }) => Object.hasOwn(first, name))
    .map(({ kind, variable, scheme }): Credential => {
      if (variable === undefined) return {}
      const value = secret(variable)
      if (kind === 'basic') return { option: [`-u ${quoted(value)}`] }
      if (kind === 'bearer') return { option: [`-H ${quoted(`Authorization: Bearer ${value}`)}`] }
      const name = String(scheme.parameter)
      if (scheme.in === 'query') return { query: [`${encodeURIComponent(name)}=${value}`] }
      if (scheme.in === 'cookie') return { option: [`-b ${quoted(`${name}=${value}`)}`] }
      return { option: [`-H ${quoted(`${name}: ${value}`)}`] }
    })
}
