import { isObject } from '../../../../openapi/json.js'
import type { Schema } from '../../../../openapi/schema/schema.js'
import type { Operation } from '../../../document/contract.js'
import { creationOf, type TestedResource } from '../../../resources/resource.js'
import type { Scene } from '../../../resources/scene.js'
import { identityIn, type Thing } from '../../../resources/thing.js'
import { canonical } from '../../../values/same-value.js'

/** Things in one list, and what they are parts of. */
export interface Population {
  readonly things: readonly Thing[]
  readonly parent: Thing | undefined
}

/** The list of a resource, also of one to which clients add nothing. */
export function listOf({ operations, list }: TestedResource): Operation | undefined {
  return list && operations.list
}

/** The order in which things are made: neither up nor down. */
const ORDER = [2, 0, 4, 1, 5, 3]

/** Which of them has numbers of another length than those before. */
const LONGER = 4

/** Which of them is of another kind than the others. */
const OTHER_KIND = 2

/** Which of them has in its lists what one before has, and more. */
const JOINED = 3

/** Makes things that differ, where clients make some, in a list of their own where it can be one. */
export async function populate(scene: Scene, resource: TestedResource): Promise<Population> {
  const creation = creationOf(resource)
  const { things } = scene.kit
  const whole = resource.parent && (await things.make(scene, resource.parent))
  const parent = whole ?? things.known(resource.parent)
  const content = creation && things.maker.body(creation)
  const made: Thing[] = []
  if (content === undefined) return { things: made, parent }
  const values: unknown[] = [content.value]
  for (let at = 1; at < ORDER.length; at++) {
    const isLonger = at === LONGER
    values.push(
      things.maker.contents.varied(content.schema, values.at(-1), isLonger) ?? values.at(-1),
    )
  }
  // The last one has nothing that it need not have.
  values.push(things.maker.contents.least(content.schema, values.pop()))
  const other = otherKind(scene, content.schema, content.value)
  if (other !== undefined) values[OTHER_KIND] = other
  const isValid = (each: object) => things.maker.contents.isValid(content.schema, each)
  values[JOINED] = joined(values[1], values[JOINED], isValid)
  const own = values.map((each) => things.maker.contents.fresh(content.schema, each))
  for (const at of ORDER) {
    const value = own[at]
    const thing = await things.make(scene, resource, { value, parent })
    if (thing !== undefined) made.push(thing)
  }
  // What leads to a thing leads to its list, too.
  return { things: made, parent: made[0] ?? parent }
}

/** A value with members that another does not have, where things are of several kinds. */
function otherKind({ kit }: Scene, schema: Schema, value: unknown): unknown {
  const drawn = Array.from({ length: 4 }, () => kit.source.value(schema)).filter(isObject)
  return drawn.find((each) => Object.keys(each).some((name) => !(name in Object(value))))
}

/** The value with the items of another one before its own in each list that may have them. */
function joined(before: unknown, value: unknown, isValid: (value: object) => boolean): unknown {
  return Object.entries(Object(value)).reduce((result, [name, items]) => {
    const first = Object(before)[name]
    if (!Array.isArray(items) || !Array.isArray(first)) return result
    const changed = { ...Object(result), [name]: [...first, ...items] }
    return isValid(changed) ? changed : result
  }, value)
}

/** What tells items of a list apart: the identity, or the whole item where there is none. */
export function keysOf(
  { kit: { contract } }: Scene,
  resource: TestedResource,
  items: readonly unknown[],
): string[] {
  return items.map((item) => {
    const identity = identityIn(contract, resource, item)
    return identity === undefined && isObject(item) ? canonical(item) : String(identity)
  })
}
