import { isObject } from '../../../openapi/json.js'
import type { Schema } from '../../../openapi/schema/schema.js'
import { keywordsAt } from '../../values/place.js'
import { shown } from '../../values/shown.js'
import { accepted, type Candidate, type EdgeContext, type EdgeMaker, refused } from './edge.js'

/** Values that match no branch, more than one, or what `not` refuses. */
export const branchEdges: EdgeMaker = (place, context) => [
  ...keywordsAt(place, 'oneOf').flatMap(({ value: branches, pointer }) =>
    both(place.value, branches, pointer, context),
  ),
  ...[...keywordsAt(place, 'oneOf'), ...keywordsAt(place, 'anyOf')].flatMap(
    ({ value: branches, pointer }) => [
      ...(isObject(place.value) ? [refused(pointer, 'is {}, which no branch accepts', {})] : []),
      ...ofOthers(place.value, branches, pointer, context),
    ],
  ),
  ...keywordsAt(place, 'not').flatMap(({ value, pointer }) =>
    drawn(value, context).flatMap((each) => [
      refused(pointer, 'is what `not` refuses', each),
      ...(isObject(place.value) && isObject(each)
        ? [refused(pointer, 'has what `not` refuses', { ...place.value, ...each })]
        : []),
    ]),
  ),
]

/** A value of each branch that the value is not of, such as null. */
function ofOthers(
  value: unknown,
  branches: readonly Schema[],
  pointer: string,
  context: EdgeContext,
): Candidate[] {
  const others = branches.filter((each) => !context.contract.verdicts.accepts(each, value))
  return others
    .flatMap((each) => drawn(each, context).slice(0, 1))
    .map((each) => accepted(pointer, `is ${shown(each)}`, each))
}

function drawn(schema: Schema, { draw }: EdgeContext): unknown[] {
  return typeof schema === 'object' ? draw([schema], 2) : []
}

/** The members of two branches in one object, and each branch's value that another accepts too. */
function both(
  value: unknown,
  branches: readonly Schema[],
  pointer: string,
  context: EdgeContext,
): Candidate[] {
  return branches.flatMap((branch) =>
    drawn(branch, context).flatMap((other) => [
      refused(pointer, 'is accepted by two branches', other),
      ...(isObject(value) && isObject(other)
        ? [
            refused(pointer, 'has the members of two branches', { ...other, ...value }),
            refused(pointer, 'has the members of two branches', { ...value, ...other }),
          ]
        : []),
    ]),
  )
}
