import type { DocumentedParameter } from './parameters.js'

/**
 * A path template with the examples of its parameters, and the query that is required: `/pets/10?limit=5`. A
 * parameter without an example stays in braces.
 */
export function exampleUrl(path: string, parameters: readonly DocumentedParameter[]): string {
  const textOf = (parameter: DocumentedParameter | undefined, name: string) =>
    (parameter && written(parameter)) || `{${name}}`
  const filled = path.replace(/\{([^{}]+)\}/g, (_, name) => {
    return textOf(
      parameters.find((each) => each.in === 'path' && each.name === name),
      name,
    )
  })
  const query = parameters.filter((each) => each.in === 'query' && each.isRequired)
  const pairs = query.map((each) => `${encodeURIComponent(each.name)}=${textOf(each, each.name)}`)
  if (pairs.length === 0) return filled
  return `${filled}${filled.includes('?') ? '&' : '?'}${pairs.join('&')}`
}

/** The text of a scalar, or of a list of one: others look otherwise in each style. */
function written({ examples: [example], style = 'form' }: DocumentedParameter): string {
  const [item, ...others] = [example].flat()
  const isScalar = ['string', 'number', 'bigint', 'boolean'].includes(typeof item)
  const isPlain = isScalar && others.length === 0 && /^(form|simple)$/.test(style)
  return isPlain ? encodeURIComponent(String(item)) : ''
}
