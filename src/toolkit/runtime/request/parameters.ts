import type { FastifyRequest } from 'fastify'
import type { CompiledParameters, OperationContract } from '../contract/contract.js'
import type { Explain, Violation, ViolationSource } from '../errors/violations.js'
import { lazyModule, loadedModule } from '../loading/lazy.js'
import { cookieReader, headerReader } from '../parameters/headers.js'
import { PreparedGroup, violationOf } from '../parameters/parameter-group.js'
import { pathReader, rawPaths } from '../parameters/path.js'
import { queryParser } from '../parameters/query.js'
import { queryOf } from '../parameters/url-encoding.js'

const querystringModule = lazyModule(() => import('../parameters/querystring.js'))

/** Loads the modules that read the parameters of an operation. */
export async function loadParameterModules({ querystring }: OperationContract): Promise<void> {
  if (querystring !== undefined) await querystringModule.load()
}

/** The parameters of a request, and their violations. */
export interface Parameters {
  readonly params?: unknown
  readonly query?: unknown
  readonly querystring?: unknown
  readonly headers?: unknown
  readonly cookies?: unknown
  readonly violationSources: readonly ViolationSource[]
}

/** Reads and validates the parameters of one location. @throws {Unreadable} for a whole query. */
type ReadStep = (request: FastifyRequest, violationSources: ViolationSource[]) => unknown

/** Reads and validates an operation's parameters. A query may also have the `allowed` names, or any. */
export function parameterReader(
  operation: OperationContract,
  explain: Explain,
  allowed: ReadonlySet<string> | undefined,
): (request: FastifyRequest) => Parameters {
  const steps = Object.entries(stepsOf(operation, explain, allowed))
  return (request) => {
    const violationSources: ViolationSource[] = []
    const found: Parameters & Record<string, unknown> = { violationSources }
    for (const [member, step] of steps) {
      try {
        found[member] = step(request, violationSources)
      } catch (error) {
        violationSources.push(violationOf('query', error))
      }
    }
    return found
  }
}

type ReadSteps = { readonly [Name in Exclude<keyof Parameters, 'violationSources'>]?: ReadStep }

function stepsOf(
  { path, params, query, querystring, headers, cookies }: OperationContract,
  explain: Explain,
  allowed: ReadonlySet<string> | undefined,
): ReadSteps {
  const named = query ?? (allowed && querystring === undefined ? NO_PARAMETERS : undefined)
  return {
    ...(params && { params: pathStep(params, path, explain) }),
    ...(named && { query: queryStep(named, explain, allowed) }),
    ...(querystring && { querystring: querystringStep(querystring, explain) }),
    ...(headers && { headers: headerStep(headers, explain) }),
    ...(cookies && { cookies: cookieStep(cookies, explain) }),
  }
}

const NO_PARAMETERS: CompiledParameters = { schema: '', validate: () => true, parameters: [] }

function pathStep(params: CompiledParameters, template: string, explain: Explain): ReadStep {
  const group = new PreparedGroup(params, 'path')
  const rawPathOf = rawPaths(template)
  return ({ params, raw }, violationSources) => {
    const read = pathReader(params as Record<string, string>, rawPathOf(raw.url as string))
    return group.read(read, explain, violationSources)
  }
}

function queryStep(
  query: CompiledParameters,
  explain: Explain,
  allowed: ReadonlySet<string> | undefined,
): ReadStep {
  const group = new PreparedGroup(query, 'query')
  const parse = queryParser(group.parameters)
  return ({ raw }, violationSources) => {
    const { read, unknown } = parse(queryOf(raw.url as string))
    if (allowed) violationSources.push(...unknownNames(unknown, allowed))
    return group.read(read, explain, violationSources)
  }
}

/** Most unknown names in an error, and most characters of each: clients choose them. */
const MOST = 100

function unknownNames(names: readonly string[], allowed: ReadonlySet<string>): Violation[] {
  const unknown = new Set(names.filter((name) => !allowed.has(name)))
  return [...unknown].slice(0, MOST).map((name) => ({
    place: `query.${name.slice(0, MOST).toWellFormed()}`,
    pointer: '',
    keyword: 'unknown',
    message: 'is no parameter of this operation',
  }))
}

function querystringStep(querystring: CompiledParameters, explain: Explain): ReadStep {
  const read = loadedModule(querystringModule).querystringReader(querystring, explain)
  return ({ raw }, violationSources) => read(queryOf(raw.url as string), violationSources)
}

function headerStep(headers: CompiledParameters, explain: Explain): ReadStep {
  const group = new PreparedGroup(headers, 'header')
  return ({ raw }, violationSources) => group.read(headerReader(raw), explain, violationSources)
}

function cookieStep(cookies: CompiledParameters, explain: Explain): ReadStep {
  const group = new PreparedGroup(cookies, 'cookie')
  return ({ raw: { headers } }, violationSources) =>
    group.read(cookieReader(headers.cookie), explain, violationSources)
}
