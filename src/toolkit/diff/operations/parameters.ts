import { readings } from '../../conformance/cases/readings.js'
import type { Operation, Parameter } from '../../conformance/document/contract.js'
import { PARAMETER_MEMBERS } from '../../openapi/parameter.js'
import { namesIn } from '../../openapi/path-template.js'
import type { BreakingEffect } from '../change.js'
import {
  type BothOperations,
  type Comparing,
  nameOf,
  type PartEffect,
} from './operation-effects.js'
import { nameOfParameter, writtenSchemas } from './parameter-schemas.js'
import { styleEffects } from './written-otherwise.js'

/** Parameters by what makes them the same: those of paths by their order. */
function parametersOf(operation: Operation): ParametersByKey {
  const names = namesIn(operation.path)
  const all = operation.parameterGroups.flatMap(({ parameters }) => parameters)
  const keyOf = (each: Parameter) => {
    if (each.in === 'path') return `path ${names.indexOf(each.name)}`
    return each.in === 'querystring' ? each.in : `${each.in} ${each.name}`
  }
  return new Map(all.map((each) => [keyOf(each), each]))
}

/** Changes of the parameters of an operation. */
export function parameterEffects(comparing: Comparing, both: BothOperations): PartEffect[] {
  const all = [parametersOf(both.old), parametersOf(both.new)] as const
  const wholes = queryEffects(comparing, both, all)
  const [before, after] = wholes.length === 0 ? all : [withoutQuery(all[0]), withoutQuery(all[1])]
  // Those of another path are told with it.
  const isElsewhere = ({ in: location }: Parameter) => location === 'path'
  const removed = [...before].filter(([key, each]) => !after.has(key) && !isElsewhere(each))
  return [
    ...wholes,
    ...[...after].flatMap(([key, each]) => {
      const old = before.get(key)
      if (old === undefined) return isElsewhere(each) ? [] : addedEffect(comparing, both, each)
      return keptEffects(comparing, both, old, each)
    }),
    ...removed.map(([, each]): PartEffect => {
      return {
        rule: 'parameter-removed',
        severity: 'notice',
        part: nameOfParameter(each),
        who: `clients that send ${each.name}`,
        text: 'the parameter is removed: it has no effect',
        old: comparing.old.place(each.pointer),
        new: comparing.new.place(both.new.pointer),
      }
    }),
  ]
}

type ParametersByKey = ReadonlyMap<string, Parameter>

const isQuery = ({ in: location }: Parameter) => location.startsWith('query')

function withoutQuery(parameters: ParametersByKey): ParametersByKey {
  return new Map([...parameters].filter(([, each]) => !isQuery(each)))
}

/** One document has parameters of the query, the other one has the query as a whole. */
function queryEffects(
  comparing: Comparing,
  both: BothOperations,
  all: readonly [ParametersByKey, ParametersByKey],
): PartEffect[] {
  const hasQuery = all.every((each) => [...each.values()].some(isQuery))
  const [isOld, isNew] = all.map((each) => each.has('querystring'))
  if (!hasQuery || isOld === isNew) return []
  return [
    {
      ...{ rule: 'parameter-querystring', severity: 'undecided', part: 'query' },
      who: 'clients that send a query',
      text: `the query is described ${isNew ? 'as a whole' : 'by its parameters'} now`,
      old: comparing.old.place(both.old.pointer),
      new: comparing.new.place(both.new.pointer),
    },
  ]
}

/** A request without a parameter. */
function requestWithout(operation: Operation, parameter: Parameter) {
  return { value: { request: nameOf(operation), [PARAMETER_MEMBERS[parameter.in]]: {} } }
}

function addedEffect(comparing: Comparing, both: BothOperations, parameter: Parameter): PartEffect {
  const { name, required, pointer } = parameter
  const places = { old: comparing.old.place(both.old.pointer), new: comparing.new.place(pointer) }
  const shared = { part: nameOfParameter(parameter), ...places }
  if (!required) {
    const who = 'nobody has to send it'
    return {
      rule: 'parameter-added',
      severity: 'notice',
      who,
      text: 'the parameter is new',
      ...shared,
    }
  }
  return {
    rule: 'parameter-required',
    severity: 'breaking',
    who: `clients that do not send ${name}`,
    text: 'the parameter is new and required',
    witness: requestWithout(both.old, parameter),
    ...shared,
  }
}

function keptEffects(
  comparing: Comparing,
  both: BothOperations,
  old: Parameter,
  kept: Parameter,
): PartEffect[] {
  const places = {
    old: comparing.old.place(old.pointer),
    new: comparing.new.place(kept.pointer),
  }
  const shared = { part: nameOfParameter(kept), ...places }
  const found: PartEffect[] = []
  if (kept.required && !old.required) {
    found.push({
      rule: 'parameter-required',
      severity: 'breaking',
      who: `clients that do not send ${kept.name}`,
      text: 'the parameter is required',
      witness: requestWithout(both.old, old),
      ...shared,
    })
  }
  if (kept.deprecated && !old.deprecated) {
    const who = `clients that send ${kept.name}`
    const text = 'the parameter is deprecated'
    found.push({ rule: 'parameter-deprecated', severity: 'notice', who, text, ...shared })
  }
  const styles = styleEffects(comparing, {
    ...{ flow: 'request', area: 'parameter', what: 'the parameter', schema: old.schema },
    ...{ old, kept },
  })
  const written = [...styles, ...emptyEffects(comparing, old, kept)]
  const told = written.map((each) => ({ ...each, severity: 'breaking' as const, ...shared }))
  return [...found, ...told, ...schemaEffects(comparing, old, kept)]
}

/** A name without a value, which stands for no text of the schema. */
function emptyEffects(
  { new: { contract } }: Comparing,
  old: Parameter,
  kept: Parameter,
): BreakingEffect[] {
  if (!old.allowEmptyValue || kept.allowEmptyValue) return []
  if (readings('').some((each) => contract.verdicts.accepts(kept.schema, each))) return []
  const who = `clients that send ${kept.name} without a value`
  const text = 'the parameter needs a value (allowEmptyValue)'
  return [{ rule: 'parameter-empty', who, text, witness: { value: { query: `${old.name}=` } } }]
}

function schemaEffects(comparing: Comparing, old: Parameter, kept: Parameter) {
  const effects = comparing.schemas.effects({
    ...{ flow: 'request', area: 'parameter', part: kept.name },
    ...writtenSchemas(comparing, old, kept),
    isText: kept.style !== 'content',
  })
  return effects.map((each) => ({ ...each, part: nameOfParameter(kept) }))
}
