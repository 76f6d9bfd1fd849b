import { isObject } from '../../../openapi/json.js'
import { append } from '../../../openapi/json-pointer.js'
import { basesOf } from '../../cases/bases.js'
import { casesFor, chosen } from '../../cases/budget.js'
import { edgeContext } from '../../cases/draw.js'
import { edgesOf } from '../../cases/edges.js'
import { inTurns } from '../../cases/in-turns.js'
import type { Edge, EdgeContext } from '../../cases/makers/edge.js'
import { isReadOtherwise } from '../../cases/readings.js'
import type { Operation, Parameter, TestedContract } from '../../document/contract.js'
import { membersOf } from '../../document/members.js'
import { parametersOf } from '../../requests/parts.js'
import { ACCEPTED, ANSWERED, FOUND_OR_REFUSED, REFUSED } from '../../run/expectation.js'
import type { Probe } from '../../run/probe.js'
import type { Trial } from '../../run/trial.js'
import { shownPath } from '../../values/path.js'
import { jsonText, looseJsonText, withoutTokens } from '../../values/token.js'
import { isJson, jsonParameter } from './json-texts.js'
import { judgeEcho } from './judge-echo.js'
import { isOffPages, isOfProtocol, isOpaque, mayBeMissing } from './meaning.js'
import { nameOf, requestWith, type TriedParameter } from './parameter-trials.js'
import { unknownParameters } from './unknown-parameters.js'
import { textTrials } from './wrong-texts.js'

/** Fewest cases of a parameter, where its operation may have as many: a large document has very many parameters. */
const FEWEST = 60
const FEWEST_OF_LARGE = 8
/** Number of operations of a large document. */
const LARGE = 300

/** Parameters at the edges of every keyword, and texts that are no value of their type. */
export const edgesOfParameters: Probe = {
  name: 'edges of parameters',
  share: 60,
  async run(kit, operation) {
    const parts = kit.source.valid(operation)
    if (parts === undefined) return
    const parameters = parametersOf(operation)
    const context = edgeContext(kit.contract, kit.source)
    const share = Math.ceil(casesFor(kit.contract) / Math.max(parameters.length, 1))
    const fewest = kit.contract.operations.length < LARGE ? FEWEST : FEWEST_OF_LARGE
    const budget = Math.min(Math.max(share, fewest), casesFor(kit.contract))
    const trials = parameters.map((parameter) =>
      trialsOf({ kit, parts, parameter }, context, budget),
    )
    for (const trial of inTurns(trials)) await kit.try(trial)
    if (operation.method !== 'DELETE') await unknownParameters(kit, operation)
  },
}

function* trialsOf(tried: TriedParameter, context: EdgeContext, budget: number): Generator<Trial> {
  const { parameter, parts } = tried
  yield* missing(tried)
  if (isOfProtocol(parameter)) return
  const isSafe = maySucceed(parts.operation, parameter)
  const texts = textTrials(tried).slice(0, budget)
  yield* inTurns([
    edgeTrials(tried, chosen(edgesFor(tried, context, isSafe), budget)),
    texts.filter(({ expect }) => expect === REFUSED || isSafe),
  ])
}

function* edgeTrials(tried: TriedParameter, edges: Iterable<Edge>): Generator<Trial> {
  for (const edge of edges) yield trialOf(tried, edge)
}

/** True if a request with a valid value does no harm: it neither deletes nor changes what others need. */
function maySucceed({ method }: Operation, { in: place }: Parameter): boolean {
  return place === 'path' ? method === 'GET' || method === 'HEAD' : method !== 'DELETE'
}

function* missing(tried: TriedParameter): Generator<Trial> {
  const { parameter, parts } = tried
  if (!parameter.required || parameter.in === 'path') return
  yield {
    ...{ operation: parts.operation, pointer: append(parameter.pointer, 'required') },
    what: `${nameOf(parameter)} is missing, which is required`,
    ...{ check: 'invalid-refused', expect: REFUSED },
    request: () => requestWith(tried, undefined),
  }
}

function* edgesFor(
  { kit, parameter }: TriedParameter,
  context: EdgeContext,
  isSafe: boolean,
): Generator<Edge> {
  const { schema, pointer, examples = [], mediaType } = parameter
  const keys = mediaType === undefined ? ['schema'] : ['content', mediaType, 'schema']
  const root = { schema, pointer: append(pointer, ...keys) }
  const isText = !isJson(parameter)
  for (const edge of edgesOf(context, root, basesOf(context, root, examples))) {
    if (edge.fate !== 'refused' && !isSafe) continue
    if (isText && isReadOtherwise(kit.contract, root, edge)) continue
    if (isRefusedForOthers(kit.contract, parameter, edge)) continue
    if (isWritable(parameter, edge)) yield edge
  }
}

/** True for members that are parameters of their own, of which the document says nothing (3.1, section 4.8.12.6). */
function isRefusedForOthers(
  contract: TestedContract,
  { in: place, style, explode, schema }: Parameter,
  { fate, value }: Edge,
): boolean {
  const isSpread = explode && style === 'form' && (place === 'query' || place === 'cookie')
  if (!isSpread || fate !== 'refused' || !isObject(value)) return false
  const members = membersOf(contract, schema)
  const known = Object.entries(value).filter(([name]) => members.has(name))
  if (known.length === Object.keys(value).length) return false
  return contract.verdicts.verdict(schema, Object.fromEntries(known)) !== false
}

/** Longest text of JSON in a URL or a header. */
const LONGEST = 1_000

/** What a path cannot hold in every server: delimiters, dots, and control characters. */
function isWritable(parameter: Parameter, { fate, value }: Edge): boolean {
  // A form without fields is no query at all.
  const isForm = parameter.in === 'querystring' && !isJson(parameter)
  if (isForm && Object.keys(Object(value)).length === 0) return false
  if (fate === 'refused') return true
  const text = isJson(parameter) ? jsonText(value) : looseJsonText(value)
  if (isJson(parameter) && text.length > LONGEST) return false
  return parameter.in !== 'path' || !/[/\\%.]|\p{Cc}/u.test(text)
}

function trialOf(tried: TriedParameter, edge: Edge): Trial {
  const { parameter, parts } = tried
  const { operation } = parts
  const { fate, pointer, told, path } = edge
  const value = withoutTokens(edge.value)
  const place = `${path.length === 0 ? '' : `${shownPath(path, '')} of `}${nameOf(parameter)}`
  return {
    ...{ operation, pointer, what: `${place} ${told}` },
    ...expected(tried, fate, value),
    ...(isJson(parameter)
      ? { request: () => requestWith(tried, jsonParameter(parameter, jsonText(edge.value))) }
      : {
          request: () => requestWith(tried, { value }),
          inspect: (response) => judgeEcho(operation, parameter, value, response),
        }),
  }
}

/** What must come of a value. What a service looks up it may not find. */
function expected(
  { kit, parameter, parts: { operation } }: TriedParameter,
  fate: Edge['fate'],
  value: unknown,
): Pick<Trial, 'check' | 'expect'> {
  const { name, schema } = parameter
  if (fate === 'refused') return { check: 'invalid-refused', expect: REFUSED }
  const isOpen =
    fate === 'answered' ||
    isOpaque(parameter) ||
    isOffPages(parameter, value) ||
    kit.source.references.has(name, schema) ||
    (parameter.in === 'path' && !mayBeMissing(operation))
  const expect = parameter.in === 'path' ? FOUND_OR_REFUSED : ACCEPTED
  return { check: 'valid-accepted', expect: isOpen ? ANSWERED : expect }
}
