import type { FastifyInstance } from 'fastify'
import { PARAMETER, shapeOf } from '../../openapi/route.js'
import type { MakeErrorBody } from '../errors/error-body.js'
import { dividedTarget, isRouterSet } from './target.js'

/** What is served at a path, by any of the templates that match it. */
export interface ServedPath {
  /** Those of the host's own routes for these templates, too. */
  readonly methods: readonly string[]
  /** Of the contract of the first method. */
  readonly errorBody: MakeErrorBody | undefined
}

export interface ServedContract {
  readonly prefix: string
  readonly routes: readonly ServedRoute[]
  readonly errorBody: MakeErrorBody | undefined
}

export interface ServedRoute {
  readonly url: string
  readonly method: string
}

/** Finds what is served at a path as the app's own router does, for every length. */
export function pathFinder(
  added: readonly ServedContract[],
  app: FastifyInstance,
): (url: string) => ServedPath | undefined {
  const segmentsOf = dividerFor(app)
  const served = added.flatMap(({ prefix, routes, errorBody }) =>
    routes.flatMap(({ url, method }) =>
      urlsOf(prefix, url).map((each) => {
        const template = segmentsOf(shapeOf(each)).map((segment) => segment.split(PARAMETER))
        return { method, url: each, errorBody, template }
      }),
    ),
  )
  return (url) => {
    const path = segmentsOf(decoded(dividedTarget(url, app).path))
    const found = served.filter(({ template }) => isAt(template, path))
    const [first] = found
    if (first === undefined) return undefined
    const isHosts = (method: string) => found.some(({ url }) => app.hasRoute({ method, url }))
    const methods = [...found.map(({ method }) => method), ...app.supportedMethods.filter(isHosts)]
    return { methods: [...new Set(methods)], errorBody: first.errorBody }
  }
}

/** The URLs of a path under a prefix: Fastify serves the root with and without a slash. */
function urlsOf(prefix: string, path: string): string[] {
  if (prefix === '') return [path]
  if (prefix.endsWith('/')) return [prefix + path.slice(1)]
  return path === '/' ? [prefix, `${prefix}/`] : [prefix + path]
}

/** Divides paths, which are equal for the router if their segments are. */
function dividerFor(app: FastifyInstance): (path: string) => string[] {
  const ignoresCase = isRouterSet(app, 'caseSensitive', false)
  const ignoresEnd = isRouterSet(app, 'ignoreTrailingSlash')
  const ignoresMore = isRouterSet(app, 'ignoreDuplicateSlashes')
  return (path) => {
    const once = ignoresMore ? path.replace(/\/+/g, '/') : path
    const whole = ignoresEnd ? once.replace(/(.)\/$/, '$1') : once
    return (ignoresCase ? whole.toLowerCase() : whole).split('/')
  }
}

/** The router decodes what is no delimiter. */
function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** @param template - Of each segment the literals around its parameters. */
function isAt(template: readonly string[][], path: readonly string[]): boolean {
  const isOpen = template.at(-1)?.[0] === '*'
  if (isOpen ? path.length < template.length : path.length !== template.length) return false
  return template.every((literals, at) => literals[0] === '*' || fits(literals, path[at] as string))
}

function fits(literals: readonly string[], text: string): boolean {
  const [first, last] = [literals[0] as string, literals.at(-1) as string]
  if (literals.length === 1) return text === first
  let at = first.length
  if (!text.startsWith(first)) return false
  for (const literal of literals.slice(1, -1)) {
    const found = text.indexOf(literal, at)
    if (found < 0) return false
    at = found + literal.length
  }
  return text.length - last.length >= at && text.endsWith(last)
}
