import type { Operation, Parameter } from '../../conformance/document/contract.js'
import type { PlacedSchema } from '../../conformance/values/place.js'
import { append } from '../../openapi/json-pointer.js'
import { PARAMETER_MEMBERS } from '../../openapi/parameter.js'
import { namesIn } from '../../openapi/path-template.js'
import {
  Unwritable,
  type WrittenParameter,
  writeCookie,
  writeHeader,
  writePath,
  writeQuery,
} from '../../requests/write-parameters.js'
import { instances, NOTHING } from '../../samples/index.js'
import type { ComparedDocument } from '../compared-document.js'
import {
  type BothOperations,
  type Comparing,
  nameOf,
  type PartEffect,
} from './operation-effects.js'

/** Parameters by what makes them the same: those of paths by their order. */
function parametersOf(operation: Operation): ReadonlyMap<string, Parameter> {
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
  const [before, after] = [parametersOf(both.old), parametersOf(both.new)]
  // Those of another path are told with it.
  const isElsewhere = ({ in: location }: Parameter) => location === 'path'
  const removed = [...before].filter(([key, each]) => !after.has(key) && !isElsewhere(each))
  return [
    ...[...after].flatMap(([key, each]) => {
      const old = before.get(key)
      if (old === undefined) return isElsewhere(each) ? [] : addedEffect(comparing, both, each)
      return keptEffects(comparing, both, old, each)
    }),
    ...removed.map(([, each]): PartEffect => {
      return {
        rule: 'parameter-removed',
        severity: 'notice',
        part: partOf(each),
        who: `clients that send ${each.name}`,
        text: 'the parameter is removed: it has no effect',
        old: comparing.old.place(each.pointer),
        new: comparing.new.place(both.new.pointer),
      }
    }),
  ]
}

function partOf(parameter: Parameter): string {
  return `${parameter.in} parameter ${parameter.name}`
}

/** A request without a parameter. */
function requestWithout(operation: Operation, parameter: Parameter) {
  return { value: { request: nameOf(operation), [PARAMETER_MEMBERS[parameter.in]]: {} } }
}

function addedEffect(comparing: Comparing, both: BothOperations, parameter: Parameter): PartEffect {
  const { name, required, pointer } = parameter
  const places = { old: comparing.old.place(both.old.pointer), new: comparing.new.place(pointer) }
  const shared = { part: partOf(parameter), ...places }
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
  const shared = { part: partOf(kept), ...places }
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
  const style = styleEffect(comparing, old, kept)
  if (style !== undefined) found.push({ ...style, ...shared })
  return [...found, ...schemaEffects(comparing, old, kept)]
}

const WRITERS = {
  path: writePath,
  query: writeQuery,
  querystring: writeQuery,
  header: writeHeader,
  cookie: writeCookie,
}

/** Most values that are written in both styles. */
const WRITTEN = 6

const SEVERAL = { minItems: 2, minProperties: 2 }

/** A value that is written otherwise now. */
function styleEffect({ old: { contract } }: Comparing, old: Parameter, kept: Parameter) {
  if (old.style === kept.style && old.explode === kept.explode) return undefined
  const { target, verdicts } = contract
  const draw = instances({ target, accepts: verdicts.accepts.bind(verdicts) })
  const several = { allOf: [old.schema, SEVERAL] }
  for (let drawn = 0; drawn < WRITTEN; drawn++) {
    // Two items tell styles apart better than one.
    const value = draw(drawn % 2 === 0 ? several : old.schema)
    if (value === NOTHING) continue
    const [before, after] = [textOf(old, value), textOf({ ...kept, name: old.name }, value)]
    if (before === undefined || before === after) continue
    return {
      rule: 'parameter-style',
      severity: 'breaking' as const,
      who: `clients that send ${kept.name}`,
      text: `the parameter is written otherwise: ${before} → ${after ?? 'not at all'}`,
      witness: { value },
    }
  }
  return undefined
}

function textOf(parameter: WrittenParameter & Pick<Parameter, 'in'>, value: unknown) {
  try {
    return WRITERS[parameter.in](parameter, value)
  } catch (error) {
    /* c8 ignore next -- nothing else is thrown */
    if (!(error instanceof Unwritable)) throw error
    return undefined
  }
}

function schemaEffects(
  { old: before, new: after, schemas }: Comparing,
  old: Parameter,
  kept: Parameter,
) {
  const effects = schemas.effects({
    ...{ flow: 'request', area: 'parameter', part: kept.name },
    old: schemaOf(before, old),
    new: schemaOf(after, kept),
    isText: kept.style !== 'content',
  })
  return effects.map((each) => ({ ...each, part: partOf(kept) }))
}

/** In Swagger 2.0 the keywords are in the parameter itself. */
function schemaOf({ contract }: ComparedDocument, { schema, pointer }: Parameter): PlacedSchema {
  const isOld = contract.model.openapi === '2.0'
  return { schema, pointer: isOld ? pointer : append(pointer, 'schema') }
}
