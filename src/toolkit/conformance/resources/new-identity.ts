import { NOTHING } from '../../samples/index.js'
import type { Parameter } from '../document/contract.js'
import { listedBy } from '../document/members.js'
import { uuidOf } from '../requests/fresh.js'
import type { Kit } from '../run/kit.js'
import type { TestedResource } from './resource.js'

/** An identity that nothing has, of the kind that the server makes; `NOTHING` if none is found. */
export function unknownIdentity(kit: Kit, resource: TestedResource): unknown {
  const identity = kit.things.known(resource)?.identity
  const { schema } = resource.parameter as Parameter
  // Each of a few may be there.
  if (listedBy(kit.contract, schema) !== undefined) return NOTHING
  // A short one may be there.
  const isLong = typeof identity === 'string' && identity.length >= SHORTEST
  const other = isLong ? turned(identity) : undefined
  const isValid = other !== undefined && kit.contract.verdicts.verdict(schema, other) === true
  return isValid ? other : newIdentity(kit, resource)
}

/** An identity that nothing has; `NOTHING` if none is found. */
export function newIdentity(kit: Kit, { parameter }: Pick<TestedResource, 'parameter'>): unknown {
  const { schema } = parameter as Parameter
  const { source, contract } = kit
  const drawn = source.value(schema)
  const number = source.fresh.number()
  const isValid = (value: unknown) => contract.verdicts.verdict(schema, value) === true
  const others =
    typeof drawn === 'string'
      ? [
          ...(isUuid(drawn) ? [uuidOf(number)] : []),
          `kit-${number}`,
          `kit${number}`,
          String(number),
          // `art-43` may be there.
          drawn.replace(/\d+$/, String(number)),
        ]
      : [number * 1_009, number, number % 30_000, number % 120]
  return [...others, drawn].find((each) => each !== NOTHING && isValid(each)) ?? NOTHING
}

/** Length of texts that are no other thing's by chance. */
const SHORTEST = 8

/** The text with other letters and digits at its end, each of its kind. */
function turned(text: string): string {
  const end = text.slice(-8).replace(/[\da-z]/gi, (each) => OTHERS[each] as string)
  return text.slice(0, -8) + end
}

const OTHERS: Readonly<Record<string, string>> = Object.fromEntries(
  ['0123456789', 'abcdef', 'ghijklmnopqrstuvwxyz', 'ABCDEF', 'GHIJKLMNOPQRSTUVWXYZ'].flatMap(
    (all) => [...all].map((each, at) => [each, all[(at + 3) % all.length] as string]),
  ),
)

function isUuid(value: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value)
}
