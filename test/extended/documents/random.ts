import { HOSTILE } from '../../toolkit/generator/injection/hostile.js'
import { randomSchemas } from '../../toolkit/generator/validators/random.js'
import { chance } from '../../toolkit/runtime/json/random.js'
import { derive, type Grammar } from './grammar.js'

/** The versions of OpenAPI; the first two have a dialect of their own (Schema Object of 2.0 and 3.0). */
const VERSIONS = ['2.0', '3.0.4', '3.1.1', '3.2.0'] as const

const PLAIN = ['id', 'name', 'tag', 'a', 'b', 'limit', 'X-Rate', 'created_at', 'kebab-name', 'item']

/** Names that mean something to JavaScript, to TypeScript, to JSON Schema, or to us. */
const TAKEN = [
  ...['constructor', 'toString', '__proto__', 'hasOwnProperty', 'prototype', 'then', 'length'],
  ...['default', 'class', 'await', 'import', 'never', 'string', 'Record', 'Promise', 'undefined'],
  ...['type', '$ref', 'properties', 'contract', 'Handlers', 'operations', 'body', 'status'],
  ...['', ' ', '1', '-1', '1e3', 'a.b', 'a/b', 'a~b', 'ä', '💚', 'é', 'É'],
  ...['e\u0301', '名前', 'a\tb'],
]

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** An OpenAPI document: whatever the specification allows, under any names. */
export function randomDocument(seed: number): Record<string, unknown> {
  const random = chance(seed)
  const { below, pick } = random
  const version = pick(VERSIONS)
  const isOld = version === '2.0'
  const place = isOld ? '#/definitions/' : '#/components/schemas/'
  const isLater = /^3\.[12]/.test(version)

  /** Mostly an ordinary one. */
  const name = () =>
    pick([HOSTILE, TAKEN, TAKEN, TAKEN, ...Array(8).fill(PLAIN)][below(12)] as string[])
  const names = (most: number) => [...new Set(Array.from({ length: below(most + 1) }, name))]
  const own = [...new Set(['Plain', ...names(6)])]
  const schemes = names(3)
  const shared: Record<string, Record<string, object>> = {}
  let depth = 0
  let operationId: string | undefined

  const grammar: Grammar = {
    ...{ random, version, names },
    share(kind, made) {
      const isKnown = !isOld || kind === 'parameters' || kind === 'responses'
      if (!isKnown || below(4) > 0) return made
      shared[kind] ??= {}
      // Names of components have few characters; it ends with a digit, so that it is not `__proto__`.
      const key = `${name().replace(/[^\w.-]/g, '')}${Object.keys(shared[kind]).length}`
      shared[kind][key] = made
      return { $ref: `#/${isOld ? '' : 'components/'}${kind}/${key}` }
    },
    terms: {
      name,
      // Now and then a text that tries to be more.
      prose: () => (below(4) === 0 ? pick(HOSTILE) : 'What it is.'),
      words: () => [...new Set(['a', ...names(3)])],
      ref: () => ({
        $ref:
          place +
          encodeURIComponent(pick(own).replaceAll('~', '~0').replaceAll('/', '~1').toWellFormed()),
      }),
      inside() {
        if (depth > 2 || below(4) === 0) return made('ref')
        depth++
        const schema = made('schema')
        depth--
        return schema
      },
      object() {
        const properties = Object.create(null)
        for (const each of names(4)) properties[each] = made('inside')
        const required = Object.keys(properties).filter(() => below(2) === 0)
        const more = made('extra') as object
        return { type: 'object', properties, ...(required.length > 0 && { required }), ...more }
      },
      demand: () => ({ [pick(schemes)]: [] }),
      links: () =>
        operationId !== undefined && below(5) === 0 ? { links: { self: { operationId } } } : {},
      inner: () => operation('post', [], true),
    },
  }
  const made = (rule: string) => derive(grammar, rule)
  const object = (rule: string) => made(rule) as object

  const parameter = (each: string, where: string) => {
    // Names of headers and cookies are tokens (RFC 9110, section 5.6.2).
    const known = /header|cookie/.test(where) ? `X-${each.replace(/[^\w-]/g, '')}` : each
    const isNeeded = where === 'path' || below(2) === 0
    const rule = object(`in${where.charAt(0).toUpperCase()}${where.slice(1)}`)
    const said = { name: known, in: where, ...(isNeeded && { required: true }), ...rule }
    return grammar.share('parameters', said)
  }

  /** Parameters beside those of the path, each place and name once. */
  const others = () => {
    const places = isOld ? ['query', 'header'] : ['query', 'query', 'header', 'cookie']
    const all = names(3).map((each) => [pick(places), each] as const)
    const key = ([where, each]: readonly [string, string]) =>
      where === 'query' ? `query ${each}` : `${where} ${each.replace(/[^\w-]/g, '').toLowerCase()}`
    const distinct = new Map(all.map((each) => [key(each), each]))
    return [...distinct.values()].map(([where, each]) => parameter(each, where))
  }

  const operation = (method: string, inPath: readonly string[], isInner = false): object => {
    const outer = operationId
    operationId = below(2) === 0 ? `${name()} ${below(1_000_000)}` : undefined
    const hasBody = /^p/.test(method) && below(3) > 0
    const given = [
      ...inPath.map((each) => parameter(each, 'path')),
      ...others(),
      ...(isOld && hasBody ? [{ name: 'body', in: 'body', schema: made('ref') }] : []),
    ]
    const said = {
      ...(operationId !== undefined && { operationId }),
      ...object('told'),
      ...(given.length > 0 && { parameters: given }),
      ...(!isOld && hasBody && { requestBody: grammar.share('requestBodies', object('body')) }),
      ...(schemes.length > 0 && below(3) === 0 && object('requirements')),
      ...(!isOld && !isInner && below(8) === 0 && { callbacks: made('hooks') }),
      responses: made('responses'),
    }
    operationId = outer
    return said
  }

  /** Operations, each with the parameters of the path, or all of them with those of the item. */
  const pathItem = (inPath: readonly string[]) => {
    const isAbove = inPath.length > 0 && below(3) === 0
    const above = isAbove ? inPath.map((each) => parameter(each, 'path')) : []
    const methods = [pick(METHODS), pick(METHODS)].slice(below(2))
    const all = methods.map((each) => [each, operation(each, isAbove ? [] : inPath)])
    return { ...(isAbove && { parameters: above }), ...Object.fromEntries(all) }
  }

  const paths: Record<string, object> = {}
  for (let count = 1 + below(4); count > 0; count--) {
    // A name between braces has neither a brace nor a slash.
    const inPath = [...new Set(names(2).map((each) => each.replace(/[{}/?#]/g, '') || 'id'))]
    const start = pick(['plants', 'a b', 'ä', `p${count}`, 'x-y', 'v1/items'])
    paths[`/${[start, ...inPath.map((each) => `{${each}}`)].join('/')}`] = pathItem(inPath)
  }
  const schemas = Object.create(null)
  for (const each of own) schemas[each] = made('schema')
  if (isLater && below(2) === 0) {
    const text = JSON.stringify(randomSchemas(below(1_000_000), 4))
    Object.assign(schemas, JSON.parse(text.replaceAll('#/$defs/', place)))
  }
  if (below(3) === 0) Object.assign(schemas, animals(isOld, place))
  const securitySchemes = Object.fromEntries(schemes.map((each) => [each, made('scheme')]))
  return {
    ...(isOld ? { swagger: version } : { openapi: version }),
    info: { title: made('prose'), version: '1', description: made('prose') },
    ...(!isOld && object('servers')),
    ...(schemes.length > 0 && below(4) === 0 && object('requirements')),
    paths,
    ...(isLater && below(4) === 0 && { webhooks: { [name()]: made('hook') } }),
    ...(isOld
      ? { definitions: schemas, securityDefinitions: securitySchemes, ...shared }
      : { components: { schemas, securitySchemes, ...shared } }),
  }
}

/** Schemas that a discriminator tells apart: by a union, or in 2.0 by inheritance. */
function animals(isOld: boolean, place: string): Record<string, object> {
  const one = (more: object) => ({
    type: 'object',
    required: ['kind'],
    properties: { kind: { type: 'string' }, ...more },
  })
  const to = (each: string) => ({ $ref: `${place}${each}` })
  if (isOld) {
    const child = (properties: object) => ({ allOf: [to('Pet'), { properties }] })
    const Pet = { ...one({}), discriminator: 'kind' }
    return { Pet, Cat: child({ lives: { type: 'integer' } }), Dog: child({ good: {} }) }
  }
  const mapping = { cat: `${place}Cat`, dog: 'Dog' }
  return {
    Pet: { oneOf: [to('Cat'), to('Dog')], discriminator: { propertyName: 'kind', mapping } },
    Cat: one({ lives: { type: 'integer', default: 9 } }),
    Dog: one({ secret: { type: 'string', writeOnly: true } }),
  }
}
