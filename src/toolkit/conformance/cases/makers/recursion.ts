import { isObject } from '../../../openapi/json.js'
import { isIdentityName } from '../../values/identity-name.js'
import { withMember } from '../../values/path.js'
import type { ValuePlace } from '../../values/place.js'
import { accepted, answered, type Candidate, refused } from './edge.js'

/** Each place of a schema that is also around it, with what is around it in its place: right, and with a wrong member. */
export function recursions(places: readonly ValuePlace[]): [ValuePlace, Candidate[]][] {
  return places.flatMap((place): [ValuePlace, Candidate[]][] => {
    const around = places.findLast((each) => isAround(each, place))
    const shared = around?.rules.find((each) => isRuleOf(place, each.pointer))
    if (around === undefined || shared === undefined) return []
    const { pointer } = shared
    const names = isObject(around.value) ? Object.keys(around.value) : []
    // A thing that is also a part of itself may be one too many.
    const make = names.some(isIdentityName) ? answered : accepted
    const wrong = names.map((name) =>
      refused(pointer, `has a wrong ${name}`, withMember(around.value as object, name, [[0]])),
    )
    return [[place, [make(pointer, 'has in it again what is around it', around.value), ...wrong]]]
  })
}

function isAround(outer: ValuePlace, inner: ValuePlace): boolean {
  return (
    outer.path.length < inner.path.length &&
    outer.path.every((key, at) => key === inner.path[at]) &&
    outer.rules.some(({ pointer }) => isRuleOf(inner, pointer))
  )
}

const isRuleOf = ({ rules }: ValuePlace, pointer: string) =>
  rules.some((each) => each.pointer === pointer)
