import { isObject, type JsonObject } from '../../../openapi/json.js'
import { STRANGE } from '../../judge/echoes.js'
import { withMember, withoutMember } from '../../values/path.js'
import { countsAt, keywordsAt, memberSchemas, type ValuePlace } from '../../values/place.js'
import {
  accepted,
  answered,
  type Candidate,
  type EdgeContext,
  type EdgeMaker,
  refused,
} from './edge.js'

/** Objects without, with fewer and with more members. */
export const objectEdges: EdgeMaker = (place, context) => {
  const { value } = place
  if (!isObject(value)) return []
  return [
    ...missing(place, value),
    ...optional(place, value),
    ...dependent(place, value),
    ...unknown(place, value),
    ...names(place, value),
    ...counts(place, value, context),
  ]
}

function missing(place: ValuePlace, value: JsonObject): Candidate[] {
  const required = keywordsAt(place, 'required')
  return required.flatMap(({ value: names, pointer }) => [
    ...names.map((name) => ({
      ...refused(pointer, `has no member ${name}`, withoutMember(value, name)),
      about: name,
    })),
    refused(pointer, 'is empty', {}),
    ...names.map((name) =>
      refused(
        pointer,
        `has the member ${name.toUpperCase()} in place of ${name}`,
        withMember(withoutMember(value, name), name.toUpperCase(), value[name]),
      ),
    ),
    ...names.map((name) =>
      refused(
        pointer,
        `has the member " ${name}" in place of ${name}`,
        withMember(withoutMember(value, name), ` ${name}`, value[name]),
      ),
    ),
    refused(pointer, 'has its members in `__proto__`', withMember({}, '__proto__', value)),
  ])
}

function optional(place: ValuePlace, value: JsonObject): Candidate[] {
  const pointer = place.rules.at(-1)?.pointer
  if (pointer === undefined) return []
  const required = new Set(keywordsAt(place, 'required').flatMap((each) => each.value))
  const names = Object.keys(value).filter((name) => !required.has(name))
  const least = names.reduce<object>((each, name) => withoutMember(each, name), value)
  const none = names.reduce<object>((each, name) => withMember(each, name, null), value)
  return [
    accepted(pointer, 'has only what is required', least),
    // One request for all of them: services may take null for what is absent.
    ...(names.length > 1
      ? [{ ...refused(pointer, 'has null for all optional members', none), about: 'null' }]
      : []),
    ...names.map((name) => ({
      ...accepted(pointer, `has no member ${name}, which is optional`, withoutMember(value, name)),
      about: name,
    })),
    ...names.map((name) =>
      accepted(
        pointer,
        `has ${name} and no other optional member`,
        withMember(least, name, value[name]),
      ),
    ),
  ]
}

function dependent(place: ValuePlace, value: JsonObject): Candidate[] {
  return keywordsAt(place, 'dependentRequired').flatMap(({ value: needs, pointer }) =>
    Object.entries(needs).flatMap(([name, others]) =>
      Object.hasOwn(value, name)
        ? others.map((other) =>
            refused(pointer, `has ${name} without ${other}`, withoutMember(value, other)),
          )
        : [],
    ),
  )
}

/** Names that an object of JavaScript has from the start: code that calls them fails. */
const INHERITED = ['__proto__', 'hasOwnProperty', 'toString', 'constructor']

/** Members that no schema names: some services take what they do not expect for an order. */
function unknown(place: ValuePlace, value: JsonObject): Candidate[] {
  const closed = [
    ...keywordsAt(place, 'additionalProperties'),
    ...keywordsAt(place, 'unevaluatedProperties'),
  ].find((each) => each.value === false)
  const pointer = closed?.pointer ?? place.rules.at(-1)?.pointer
  if (pointer === undefined) return []
  const [first = 'name'] = Object.keys(value)
  const extra = ['unknownMember', 'isAdmin', `${first}_`, first.toUpperCase(), ...INHERITED]
  const make = closed === undefined ? answered : refused
  return extra
    .filter((name) => memberSchemas(place.rules, name).every(({ schema }) => schema === false))
    .map((name) =>
      make(
        pointer,
        `has the member ${name}, which no schema names`,
        withMember(value, name, STRANGE),
      ),
    )
}

/** Names that `propertyNames` or the patterns of names refuse, with a value of another member. */
function names(place: ValuePlace, value: JsonObject): Candidate[] {
  const [first] = Object.values(value)
  if (first === undefined) return []
  return keywordsAt(place, 'propertyNames').flatMap(({ pointer }) =>
    ['', 'UPPER', 'a b', 'x'.repeat(300), '1', 'abc', 'é', '!'].map((name) =>
      refused(
        pointer,
        `has a member of the name ${JSON.stringify(name.slice(0, 20))}`,
        withMember(value, name, first),
      ),
    ),
  )
}

/** Most members that are added. */
const MOST = 200

function counts(place: ValuePlace, value: JsonObject, context: EdgeContext): Candidate[] {
  const least = countsAt(place, 'minProperties').flatMap(({ count, pointer }) => {
    const fewer = Object.keys(value).slice(count - 1)
    return [
      refused(
        pointer,
        `has ${count - 1} members, ${count} is the least`,
        fewer.reduce<object>((each, name) => withoutMember(each, name), value),
      ),
      refused(pointer, `has no members, ${count} is the least`, {}),
    ]
  })
  const most = countsAt(place, 'maxProperties').flatMap(({ count, pointer }) => {
    if (count > MOST) return []
    const full = filled(place, value, count, context)
    const over = filled(place, value, count + 1, context)
    return [
      accepted(pointer, `has ${count} members, the most`, full),
      refused(pointer, `has ${count + 1} members, ${count} is the most`, over),
    ]
  })
  return [...least, ...most]
}

function filled(
  place: ValuePlace,
  value: JsonObject,
  count: number,
  context: EdgeContext,
): JsonObject {
  let full = value
  const named = keywordsAt(place, 'properties').flatMap((each) => Object.keys(each.value))
  const others = Array.from({ length: 26 * 8 }, (_, at) =>
    String.fromCharCode(97 + Math.floor(at / 26), 97 + (at % 26)),
  )
  for (const name of [...named, ...others]) {
    if (Object.keys(full).length >= count) break
    if (Object.hasOwn(full, name)) continue
    const schemas = memberSchemas(place.rules, name).map(({ schema }) => schema)
    const [member] = schemas.includes(false)
      ? []
      : context.draw(
          schemas.filter((each) => typeof each === 'object'),
          1,
        )
    if (member !== undefined) full = withMember(full, name, member)
  }
  return full
}
