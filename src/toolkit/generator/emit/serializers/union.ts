import { type Schema, type SchemaObject, selectedSchemas } from '../../../openapi/schema/schema.js'
import { discriminatingMember, requiresMember } from '../../analysis/discriminators.js'
import { type Code, code } from '../../print/code.js'
import { key, quote } from '../../print/print.js'
import { type ContainerType, describes } from './containers.js'
import {
  ANY,
  braces,
  combinator,
  naming,
  type SerializerCode,
  together,
} from './serializer-code.js'
import { type SchemaPlace, serializerOf, within } from './serializer-of.js'

interface Branch extends SerializerCode {
  readonly schema: Schema
  readonly path: SchemaPlace['path']
  readonly containers: readonly ContainerType[]
  /** Values of the discriminating member in it. */
  readonly values: readonly string[]
}

interface ValidatedBranch extends Branch {
  readonly validator: Code
}

const CONTAINERS = ['array', 'object'] as const
const NO_NAMES: ReadonlySet<string> = new Set()

/** The serializer of a union: of the branch that holds, without validation if only one can. */
export function union(
  schema: SchemaObject,
  keyword: 'anyOf' | 'oneOf',
  place: SchemaPlace,
): SerializerCode {
  const { target } = place
  const schemas = schema[keyword] ?? []
  const member = discriminatingMember(schemas, schema, target)
  const all = schemas.map((each, index): Branch => {
    const inside = within(place, keyword, index)
    return {
      ...serializerOf(each, inside),
      schema: each,
      path: inside.path,
      containers: CONTAINERS.filter((container) => describes(each, container, target)),
      values: member?.values[index] ?? [],
    }
  })
  const branches = all.filter(({ containers }) => containers.length > 0)
  if (!branches.some(({ names }) => names)) {
    return { ...ANY, required: branches.flatMap(({ required }) => required) }
  }
  const arrays = branches.filter(({ containers }) => containers.includes('array'))
  const objects = branches.filter(({ containers }) => containers.includes('object'))
  if (arrays.length <= 1 && objects.length <= 1) return together(branches, NO_NAMES)
  const isDiscriminated = ({ schema: each, values }: Branch) =>
    member !== undefined && values.length > 0 && requiresMember(each, member.name, target)
  if (member !== undefined && arrays.length <= 1 && objects.every(isDiscriminated)) {
    const others = arrays.filter(({ containers }) => !containers.includes('object'))
    return together([discriminated(member.name, objects), ...others], NO_NAMES)
  }
  const validated = branches.map((each) => {
    return { ...each, validator: place.validator(each.schema, each.path) }
  })
  const pairs = validated.map(({ validator, code: each }) => code`[${validator}, ${each}]`)
  return naming(selecting(schema, validated, combinator(keyword, ...pairs), place))
}

/** The serializer of the branch that a discriminator selects, if it accepts the value; else `others`. */
function selecting(
  { discriminator }: SchemaObject,
  branches: readonly ValidatedBranch[],
  others: Code,
  place: SchemaPlace,
): Code {
  const branchOf = ($ref: string | undefined) =>
    $ref === undefined
      ? undefined
      : branches.find(({ schema }) => typeof schema === 'object' && schema.$ref === $ref)
  const byTag = discriminator === undefined ? {} : selectedSchemas(discriminator)
  const selected = Object.entries(byTag).flatMap(([value, $ref]) => {
    const branch = branchOf($ref)
    return branch === undefined ? [] : [{ value, branch }]
  })
  const fallback = branchOf(discriminator?.defaultMapping)
  if (discriminator === undefined || (selected.length === 0 && fallback === undefined))
    return others
  const any = place.constant(others)
  const ifValid = ({ validator, code: each }: ValidatedBranch) =>
    combinator('conditional', validator, each, any)
  const entries = selected.map(({ value, branch }) => code`${key(value)}: ${ifValid(branch)}`)
  const byValue = braces(entries)
  const otherwise = fallback === undefined ? any : ifValid(fallback)
  return combinator('selected', quote(discriminator.propertyName), byValue, otherwise)
}

function discriminated(name: string, branches: readonly Branch[]): SerializerCode {
  const entries = branches.flatMap(({ values, code: serializer }): Code[] =>
    values.map((value) => code`${key(value)}: ${serializer}`),
  )
  return naming(combinator('discriminated', quote(name), braces(entries)))
}
