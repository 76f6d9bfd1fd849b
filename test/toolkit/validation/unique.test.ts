import t from 'tap'
import { inexactNumber } from '#toolkit/validation/numeric.js'
import { unique } from '#toolkit/validation/unique.js'
import { tableOf } from '../../helpers/rows.js'

const rows: [what: string, array: unknown[], isUnique: boolean][] = [
  ...tableOf<[what: string, array: unknown[], isUnique: boolean]>(`
  nothing | [] | true
  one | [[]] | true
  scalars of other types | [1, '1', true, 'true', null, 'null'] | true
  equal texts | [a, b, a] | false
  empty containers | [[], {}] | true
  equal arrays | [[1, [2]], 0, [1, [2]]] | false
  arrays nested otherwise | [[1, [2]], [[1], 2], [1, 2], [[1, 2]]] | true
  a prefix | [[1], [1, 1]] | true
  members in another order | [{a: 1, b: 2}, {b: 2, a: 1}] | false
  members with other values | [{a: 1, b: 2}, {a: 2, b: 1}] | true
  a name and a text | [{a: b}, [a, b], {b: a}] | true
`),
  ['a number and a bigint of its value', [5, 5n], false],
  ['zeros', [0, -0], false],
  ['a number and the bigint beside it', [2 ** 53, 2n ** 53n + 1n], true],
  ['bigints that no number holds', [10n ** 400n, 10n ** 400n], false],
  ['bigints that no number tells apart', [10n ** 400n, 10n ** 400n + 1n], true],
  ['numbers that are rounded to the same one', [2 ** 53, inexactNumber('9007199254740993')], false],
  ['numbers inside', [{ a: [1n] }, { a: [1] }], false],
  ['more than the stack holds', [Array(200_000).fill(0), Array(200_000).fill(0)], false],
]

for (const [what, array, isUnique] of rows) {
  t.test(what, async (t) => {
    t.equal(unique(array), isUnique)
    t.equal(unique(array.toReversed()), isUnique, 'in the other order too')
  })
}

/** Number of members that are read when every array in it is asked. */
function reads(value: unknown[]): number {
  let count = 0
  const counted = (each: unknown): unknown => {
    if (!Array.isArray(each)) return each
    return new Proxy(each.map(counted), {
      get(target, key) {
        if (typeof key === 'string' && /^\d+$/.test(key)) count++
        return Reflect.get(target, key)
      },
    })
  }
  const ask = (each: unknown): void => {
    if (!Array.isArray(each)) return
    unique(each)
    each.forEach(ask)
  }
  ask(counted(value))
  return count
}

/** Values of about n scalars that are as deep, or as alike, as can be. */
const shapes: Readonly<Record<string, (n: number) => unknown[]>> = {
  'a chain': (n) => Array.from({ length: n }).reduce<unknown[]>((inner, _, at) => [at, inner], []),
  'a chain to the left': (n) => Array.from({ length: n }).reduce<unknown[]>((inner) => [inner], []),
  'two of each': (n) => {
    const tree = (size: number): unknown[] =>
      size < 2 ? [size] : [tree(size / 2), [tree(size / 2), 0]]
    return tree(n / 4)
  },
  'a list of equal beginnings': (n) => {
    const width = Math.round(Math.sqrt(n))
    return Array.from({ length: width }, (_, at) => [...Array(width).fill(0), at])
  },
}

for (const [shape, make] of Object.entries(shapes)) {
  t.test(`${shape} takes little more than twice as long when it is twice as large`, async (t) => {
    const [one, two, four] = [500, 1000, 2000].map((n) => reads(make(n))) as [
      number,
      number,
      number,
    ]
    t.ok(two < 2.6 * one && four < 2.6 * two, `${one}, ${two}, ${four} members are read`)
  })
}
