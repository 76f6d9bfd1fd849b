import { withMember, withoutMember } from '../../conformance/values/path.js'
import { isObject } from '../../openapi/json.js'
import { partsIn } from './parts-in.js'

/** Most values that are tried, and most parts of them all. */
const [MOST_TRIED, MOST_PARTS] = [1_000, 1_000_000]

/** A smaller value of which something is true, made in steps of which it is true each time. */
export function shrunk(value: unknown, isKept: (value: unknown) => boolean): unknown {
  let current = value
  let [tried, parts] = [0, 0]
  const isNext = (each: unknown) => {
    if (++tried > MOST_TRIED || parts > MOST_PARTS) return false
    parts += partsIn(each)
    return isKept(each)
  }
  for (let next = smaller(current).find(isNext); next !== undefined; ) {
    current = next
    next = smaller(current).find(isNext)
  }
  return current
}

/** Values that are a step smaller, the smallest first. */
function smaller(value: unknown): unknown[] {
  if (Array.isArray(value)) return smallerArrays(value)
  if (isObject(value)) {
    const fewer = Object.keys(value).map((name) => withoutMember(value, name))
    const simpler = Object.entries(value).flatMap(([name, each]) =>
      smaller(each).map((part) => withMember(value, name, part)),
    )
    return [...fewer, ...simpler]
  }
  if (typeof value === 'string') return smallerTexts(value)
  return typeof value === 'number' ? smallerNumbers(value) : []
}

function smallerArrays(value: readonly unknown[]): unknown[] {
  const half = value.length > 3 ? [value.slice(0, value.length >> 1)] : []
  const fewer = value.map((_, at) => value.toSpliced(at, 1))
  const simpler = value.flatMap((each, at) => smaller(each).map((part) => value.with(at, part)))
  return [...half, ...alike(value), ...fewer, ...simpler]
}

/** Long arrays with the same item everywhere. */
function alike(value: readonly unknown[]): unknown[] {
  const [first, ...others] = value
  if (others.length < 3) return []
  const all = (item: unknown) => value.map(() => item)
  const isAlike = others.every((each) => each === first)
  return isAlike ? smaller(first).map(all) : [all(first)]
}

function smallerTexts(value: string): string[] {
  const letters = [...value]
  if (letters.length < 2) return []
  return [letters.slice(0, letters.length >> 1).join(''), letters.slice(0, -1).join('')]
}

/** Whole numbers are read more easily. */
function smallerNumbers(value: number): number[] {
  const rounded = [Math.trunc(value), Number(value.toFixed(1)), Number(value.toFixed(2))]
  return Number.isInteger(value) ? [] : rounded.filter((each) => each !== value)
}
