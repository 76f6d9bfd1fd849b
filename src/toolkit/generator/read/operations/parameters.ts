import { isDeepStrictEqual } from 'node:util'
import { namesIn, namesInQuery, withoutQuery } from '../../../openapi/path-template.js'
import type { Parameter } from '../../model/model.js'
import type { Cursor } from '../document/cursor.js'
import { elementsOf } from '../document/referenced-fields.js'

type ParameterReader = (parameter: Cursor) => Parameter | undefined

interface LocatedParameter {
  readonly parameter: Parameter
  readonly at: Cursor
}

/** Parameters of an operation: those of the path item, overridden by its own. */
export function readParameters(
  pathItem: readonly Cursor[],
  operation: Cursor,
  path: string,
  read: ParameterReader,
): Parameter[] {
  const merged = new Map<string, LocatedParameter>()
  for (const owner of [...pathItem, operation]) {
    const own = new Set<string>()
    for (const each of elementsOf(owner.get('parameters'))) {
      const parameter = read(each)
      if (parameter === undefined) continue
      const isWhole = parameter.in === 'querystring'
      const key = isWhole ? parameter.in : `${parameter.in} ${parameter.name}`
      if (own.has(key)) reportRepeated(merged.get(key) as LocatedParameter, parameter, each)
      own.add(key)
      merged.set(key, { parameter, at: each })
    }
  }
  reportWholeQuery([...merged.values()])
  return withTemplate([...merged.values()], operation, path)
}

/** A whole query is there instead of its parameters (3.2, section 4.12.1). */
function reportWholeQuery(all: readonly LocatedParameter[]): void {
  const [whole] = all.filter(({ parameter }) => parameter.in === 'querystring')
  const [part] = all.filter(({ parameter }) => parameter.in === 'query')
  if (whole === undefined || part === undefined) return
  const message = `\`${part.parameter.name}\` is a part of the query, which \`in: querystring\` describes as a whole`
  part.at.warn(message, 'describe it there, or leave the whole one out')
}

/** A parameter must be there once (3.1, section 4.8.10); of two that differ, the checks of one would be lost. */
function reportRepeated(first: LocatedParameter, second: Parameter, at: Cursor): void {
  const name = `the parameter ${second.in} ${second.name} is there twice`
  const says = ({ pointer: _, description: __, examples: ___, ...rest }: Parameter) => rest
  if (isDeepStrictEqual(says(first.parameter), says(second))) at.warn(name, 'remove one')
  else {
    const message = `${name}, with different rules, of which the last ones would count`
    at.wrong(message, 'remove one', 'repeated-parameter')
  }
}

export function parametersOf(pathItem: readonly Cursor[], operation: Cursor): Cursor[] {
  return [...pathItem, operation].flatMap((owner) => elementsOf(owner.get('parameters')))
}

/** Path parameters must be those of the template (3.1, section 4.8.12), which decides. */
function withTemplate(
  located: readonly LocatedParameter[],
  operation: Cursor,
  path: string,
): Parameter[] {
  const names = namesIn(path)
  const parameters = located.map(({ parameter }) => parameter)
  const kept = located.flatMap(({ parameter: declared, at }): Parameter[] => {
    const parameter = renamed(declared, parameters, names, at)
    const { name, required } = parameter
    if (required) reportDefault(at)
    if (parameter.in !== 'path') return [parameter]
    if (!names.includes(name)) {
      const message = `path parameter \`${name}\` is not in ${path} and left out`
      at.warn(message, `write {${name}} into the path, or name it as the path does`)
      return []
    }
    if (required) return [parameter]
    const message = `path parameter \`${name}\` is not required; taken as required`
    at.warn(message, 'add `required: true`')
    return [{ ...parameter, required: true }]
  })
  const isMissing = (name: string) => !kept.some((each) => each.in === 'path' && each.name === name)
  const missing = names.filter(isMissing)
  const { query = '' } = withoutQuery(path)
  const inQuery = namesInQuery(query)
  const quiet = operation.quiet()
  const added = missing.map((name) =>
    implied(name, inQuery.includes(name) ? quiet : operation, parameters),
  )
  return withQuery([...kept, ...added], inQuery, operation)
}

/** A default says what holds where nothing is sent (3.1, section 4.8.12): a required parameter is always there. */
function reportDefault(parameter: Cursor): void {
  const value = parameter.get('schema')?.get('default') ?? parameter.get('default')
  const message = 'a default of a required parameter has no effect'
  value?.warn(message, 'leave it out, or make the parameter optional', { once: true })
}

/** Parameters of the template `/plants?page={page}`, whatever they are declared as, are of the query. */
function withQuery(
  parameters: readonly Parameter[],
  names: readonly string[],
  operation: Cursor,
): Parameter[] {
  const declared = new Set(parameters.flatMap((each) => (each.in === 'query' ? each.name : [])))
  return parameters.flatMap((parameter) => {
    const { name } = parameter
    if (parameter.in !== 'path' || !names.includes(name)) return [parameter]
    if (declared.has(name)) return []
    const message = `{${name}} is in the query of the path: \`${name}\` is a query parameter`
    operation.warn(message, 'leave it out of the path, and declare it `in: query`')
    return [{ ...parameter, in: 'query', style: 'form', explode: false }]
  })
}

/** Renames a path parameter to its name in the template, such as `{ID}` or `{+id}`. */
function renamed(
  parameter: Parameter,
  parameters: readonly Parameter[],
  names: readonly string[],
  at: Cursor,
): Parameter {
  if (parameter.in !== 'path' || names.includes(parameter.name)) return parameter
  const isDeclared = (name: string) =>
    parameters.some((each) => each.in === 'path' && each.name === name)
  const name = names.find((each) => plain(each) === plain(parameter.name) && !isDeclared(each))
  if (name === undefined) return parameter
  const message = `path parameter \`${parameter.name}\` is {${name}} in the path; taken for that`
  const isPlain = /^[\w-]+$/.test(parameter.name) && !/^[\w-]+$/.test(name)
  const isQuoted = plain(parameter.name) !== parameter.name.toLowerCase() && /^\w+$/.test(name)
  const advice = isQuoted ? `write \`name: ${name}\`` : 'write both alike'
  at.warn(message, isPlain ? `write {${parameter.name}} in the path` : advice)
  return { ...parameter, name }
}

/**
 * A name in lower case, without what joins words, the operators of a URI template (RFC 6570), and what other routers
 * have around or behind it: `:id`, `{id}`, `id?`, `id:[0-9]+`, `id...`.
 */
function plain(name: string): string {
  const bare = name.replace(/^[:{<]|[}>]$/g, '').replace(/:.*$|\?$|\.{3}$/s, '')
  return bare.replace(/^[+#./;?&\s]+|[*\s_-]+/g, '').toLowerCase()
}

function implied(name: string, operation: Cursor, parameters: readonly Parameter[]): Parameter {
  const message = `{${name}} of the path is not declared; taken for a string`
  const elsewhere = parameters.find((each) => each.name === name && each.in !== 'path')
  const advice = elsewhere
    ? `write \`in: path\` at the parameter \`${name}\`, which is \`in: ${elsewhere.in}\``
    : 'add a parameter `in: path`'
  operation.warn(message, advice)
  return {
    name,
    in: 'path',
    pointer: operation.fullPointer,
    required: true,
    deprecated: false,
    schema: { type: 'string' },
    style: 'simple',
    explode: false,
    coerce: { scalars: ['string'] },
  }
}
