import type { JsonObject } from '../../openapi/json.js'
import { withMember, withoutMember } from '../values/path.js'

/** What a service takes of a value, and which members it refuses for what they mean. */
export interface TakenValue {
  readonly value: JsonObject
  readonly left: readonly string[]
}

/** How a value is judged: by its schema, and by the service. */
interface TakenJudge {
  isValid(value: JsonObject): boolean
  isTaken(value: JsonObject): Promise<boolean>
}

/**
 * The value with as many of its members as the service takes: the others are as in `base`, or are left out.
 * `undefined` if it takes none of them.
 */
export async function mostTaken(
  value: JsonObject,
  base: JsonObject,
  judged: TakenJudge,
): Promise<TakenValue | undefined> {
  const names = Object.keys(value).filter((name) => value[name] !== base[name])
  // What tells things apart comes first, and would be that of what is there: it is taken back last.
  for (const order of [names.toReversed(), names]) {
    let less = value
    for (const name of order) {
      const next = Object.hasOwn(base, name)
        ? withMember(less, name, base[name])
        : withoutMember(less, name)
      if (!judged.isValid(next)) continue
      less = next
      if (await judged.isTaken(less)) return withMore(less, value, judged)
    }
  }
  return undefined
}

async function withMore(
  least: JsonObject,
  value: JsonObject,
  { isValid, isTaken }: TakenJudge,
): Promise<TakenValue> {
  let most = least
  const isBack = (name: string) => most[name] !== value[name]
  for (const name of Object.keys(value).filter(isBack)) {
    const more = withMember(most, name, value[name])
    if (isValid(more) && (await isTaken(more))) most = more
  }
  return { value: most, left: Object.keys(value).filter(isBack) }
}
