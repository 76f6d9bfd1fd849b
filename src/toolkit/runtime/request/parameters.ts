import type { FastifyRequest } from 'fastify'
import type { CompiledParameters, OperationContract } from '../contract/contract.js'
import type { Violation, ViolationSource } from '../errors/violations.js'
import { lazyModule, loadedModule } from '../loading/lazy.js'
import type { Explain } from '../loading/schemas.js'
import { cookieReader, headerReader } from '../parameters/headers.js'
import {
  faultAt,
  type PreparedGroup,
  prepareGroup,
  readGroup,
} from '../parameters/parameter-group.js'
import { pathReader, rawPaths } from '../parameters/path.js'
import { type OpenQuery, queryOpener } from '../parameters/query.js'
import { queryOf } from '../parameters/url-encoding.js'

const querystring = lazyModule(() => import('../parameters/querystring.js'))

/** Loads the modules that read the parameters of an operation. */
export async function loadParameterModules(operation: OperationContract): Promise<void> {
  if (operation.querystring !== undefined) await querystring.load()
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

type RequestMember = Exclude<keyof Parameters, 'violationSources'>
type ReadStep = (request: FastifyRequest, violationSources: ViolationSource[]) => unknown

/**
 * Reads and validates the parameters of an operation's requests.
 *
 * @param allowed - Names that a query may have beside the documented ones; `undefined` allows any.
 */
export function parameterChecker(
  operation: OperationContract,
  explain: Explain,
  allowed?: ReadonlySet<string>,
): (request: FastifyRequest) => Parameters {
  let steps: [member: RequestMember, step: ReadStep][] | undefined
  return (request) => {
    // Prepared for the first request, since many operations are never called.
    steps ??= stepsOf(operation, explain, allowed)
    const violationSources: ViolationSource[] = []
    const found: Record<string, unknown> = { violationSources }
    for (const [member, step] of steps) found[member] = step(request, violationSources)
    return found as unknown as Parameters
  }
}

function stepsOf(
  operation: OperationContract,
  explain: Explain,
  allowed: ReadonlySet<string> | undefined,
): [RequestMember, ReadStep][] {
  const { params, query, headers, cookies } = operation
  const steps: [RequestMember, ReadStep | undefined][] = [
    ['params', params && pathStep(prepareGroup(params, 'path'), operation.path, explain)],
    [
      'query',
      query || (allowed && operation.querystring === undefined)
        ? queryStep(prepareGroup(query ?? NOTHING, 'query'), explain, allowed)
        : undefined,
    ],
    ['querystring', operation.querystring && wholeQueryStep(operation.querystring, explain)],
    ['headers', headers && headerStep(prepareGroup(headers, 'header'), explain)],
    ['cookies', cookies && cookieStep(prepareGroup(cookies, 'cookie'), explain)],
  ]
  return steps.filter((step): step is [RequestMember, ReadStep] => step[1] !== undefined)
}

const NOTHING: CompiledParameters = { schema: '', validate: () => true, parameters: [] }

function pathStep(group: PreparedGroup, template: string, explain: Explain): ReadStep {
  const open = rawPaths(template)
  return ({ params, raw }, violationSources) => {
    const read = pathReader(params as Record<string, string>, open(raw.url as string))
    return readGroup(group, read, explain, violationSources)
  }
}

function queryStep(
  group: PreparedGroup,
  explain: Explain,
  allowed: ReadonlySet<string> | undefined,
): ReadStep {
  const open = queryOpener(group.prepared)
  return ({ raw }, violationSources) => {
    let opened: OpenQuery
    try {
      opened = open(queryOf(raw.url as string))
    } catch (error) {
      violationSources.push(faultAt('query', error))
      return undefined
    }
    if (allowed) violationSources.push(...unknownNames(opened.unknown, allowed))
    return readGroup(group, opened.read, explain, violationSources)
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

function wholeQueryStep(group: CompiledParameters, explain: Explain): ReadStep {
  const read = loadedModule(querystring).wholeQueryReader(group, explain)
  return ({ raw }, violationSources) => {
    try {
      return read(queryOf(raw.url as string), violationSources)
    } catch (error) {
      violationSources.push(faultAt('query', error))
      return undefined
    }
  }
}

function headerStep(group: PreparedGroup, explain: Explain): ReadStep {
  return ({ raw }, violationSources) =>
    readGroup(group, headerReader(raw), explain, violationSources)
}

function cookieStep(group: PreparedGroup, explain: Explain): ReadStep {
  return ({ raw }, violationSources) => {
    return readGroup(group, cookieReader(raw.headers.cookie), explain, violationSources)
  }
}
