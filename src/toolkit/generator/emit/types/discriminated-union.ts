import type { Schema } from '../../../openapi/schema/schema.js'
import { type Alternatives, compositionOf } from '../../analysis/composition.js'
import { narrowedValues, valuesByTarget } from '../../analysis/discriminator-mapping.js'
import { namedJsonTypes } from '../../analysis/json-types.js'
import { valuesAs } from '../../analysis/listed-values.js'
import { namedMembers } from '../../analysis/members.js'
import { code } from '../../print/code.js'
import { key } from '../../print/print.js'
import { literalsType } from './literals.js'
import { intersection, type Type, typeOfCode } from './type-algebra.js'
import type { TypeContext } from './type-context.js'

/**
 * Type of a branch with the values of the discriminator for it, so that `switch` on the discriminator
 * narrows the union; unchanged if the branch has these values already.
 */
export function discriminated(
  type: Type,
  branch: Schema,
  { discriminator }: Alternatives,
  context: TypeContext,
): Type {
  const [name, ...others] = compositionOf(branch).refs
  if (discriminator === undefined || name === undefined || others.length > 0) return type
  const types = namedJsonTypes(name, context)
  if (!types.has('object') || types.size > 1) return type
  const { propertyName } = discriminator
  const member = namedMembers(name, context).get(propertyName)
  const names = valuesByTarget(discriminator.mapping).get(name) ?? []
  const values = narrowedValues(names, member, context)
  if (values === undefined) return type
  // A schema may name its discriminator and not require it, though it should (3.1, section 4.8.25).
  const optional = member?.required ? '' : '?'
  const literals = literalsType(values, valuesAs(values, member?.schema, context), context)
  const property = code`{ ${key(propertyName)}${optional}: ${literals}${optional && ' | undefined'} }`
  return intersection([type, typeOfCode(property)])
}
