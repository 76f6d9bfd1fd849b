import type { FastifyRequest } from 'fastify'
import { PARAMETER_MEMBERS, type ParameterMember } from '../../openapi/parameter.js'
import type { CompiledParameters, OperationContract } from '../contract/contract.js'
import type { Explain, Violation } from '../errors/violations.js'
import { querystringReader } from '../parameters/form-fields.js'
import { cookieReader, headerReader } from '../parameters/headers.js'
import { PreparedGroup, type ReadStep } from '../parameters/parameter-group.js'
import { pathReader } from '../parameters/path.js'
import { queryParser } from '../parameters/query.js'
import { rawPaths } from '../parameters/raw-paths.js'
import type { ReadParameter } from '../parameters/target-type.js'
import { violationOf } from '../parameters/url-encoding.js'
import { targetOf } from '../routing/target.js'

export type Parameters = { readonly [Name in ParameterMember]?: unknown } & {
  readonly violations: readonly Violation[]
}

/**
 * Reads and validates parameters. A query may also have the `allowed` names, or any.
 *
 * @returns `undefined` if there is nothing to read.
 */
export function parameterReader(
  operation: OperationContract,
  explain: Explain,
  allowed: ReadonlySet<string> | undefined,
): ((request: FastifyRequest) => Parameters) | undefined {
  const steps = Object.entries(stepsOf(operation, explain, allowed))
  if (steps.length === 0) return undefined
  return (request) => {
    const violations: Violation[] = []
    const found: Parameters & Record<string, unknown> = { violations }
    for (const [member, step] of steps) {
      try {
        found[member] = step(request, violations)
      } catch (error) {
        violations.push(violationOf('query', error))
      }
    }
    return found
  }
}

export const PARAMETER_NAMES = Object.values(PARAMETER_MEMBERS)

type ReaderOf = (request: FastifyRequest) => ReadParameter

function stepsOf(
  { path, pathQuery, params, query, querystring, headers, cookies }: OperationContract,
  explain: Explain,
  allowedNames: ReadonlySet<string> | undefined,
): { readonly [Name in ParameterMember]?: ReadStep } {
  const constants = new URLSearchParams(pathQuery).keys()
  const allowed = allowedNames && new Set([...allowedNames, ...constants])
  const named = query ?? (allowed && querystring === undefined ? NO_PARAMETERS : undefined)
  const rawPathOf = rawPaths(path)
  const step = (compiled: CompiledParameters, location: string, readerOf: ReaderOf): ReadStep => {
    const group = new PreparedGroup(compiled, location)
    return (request, violations) => group.read(readerOf(request), explain, violations)
  }
  const inPath: ReaderOf = (request) =>
    pathReader(request.params as Record<string, string>, rawPathOf(targetOf(request).path))
  return {
    ...(params && { params: step(params, 'path', inPath) }),
    ...(named && { query: queryStep(named, explain, allowed) }),
    ...(querystring && { querystring: querystringReader(querystring, explain) }),
    ...(headers && { headers: step(headers, 'header', ({ raw }) => headerReader(raw)) }),
    ...(cookies && {
      cookies: step(cookies, 'cookie', ({ raw }) => cookieReader(raw.headers.cookie)),
    }),
  }
}

const NO_PARAMETERS: CompiledParameters = { schema: '', validate: () => true, parameters: [] }

function queryStep(
  query: CompiledParameters,
  explain: Explain,
  allowed: ReadonlySet<string> | undefined,
): ReadStep {
  const group = new PreparedGroup(query, 'query')
  const parse = queryParser(group.parameters)
  return (request, violations) => {
    const { read, unknown } = parse(targetOf(request).query)
    if (allowed) violations.push(...unknownNames([...unknown.keys()], allowed))
    return group.read(read, explain, violations)
  }
}

/** Most unknown names in an error, and most characters of each: clients choose them. */
const MOST = 100

function unknownNames(names: readonly string[], allowed: ReadonlySet<string>): Violation[] {
  const unknown = names.filter((name) => !allowed.has(name))
  return unknown.slice(0, MOST).map((name) => ({
    place: `query.${name.slice(0, MOST).toWellFormed()}`,
    pointer: '',
    keyword: 'unknown',
    message: 'is no parameter of this operation',
  }))
}
