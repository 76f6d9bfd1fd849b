import { isObject } from '../../../openapi/json.js'
import { nameOfMedia } from '../../../openapi/media-name.js'
import type { Base } from '../../cases/bases.js'
import { isConflict, isSuccess, type Outcome } from '../../exchange/response.js'
import type { RequestParts } from '../../requests/parts.js'
import { withoutReferring } from '../../requests/without.js'
import { mostTaken } from '../../resources/most-taken.js'
import { documents } from '../../resources/scenario.js'
import { withOwnText } from '../../resources/unique-texts.js'
import { ACCEPTED, ANSWERED } from '../../run/expectation.js'
import type { Kit } from '../../run/kit.js'
import { placesOf } from '../../values/place.js'
import { bodiesOf, rootOf, type SchemaMedia } from './body-edges.js'
import { refreshed } from './refreshed.js'
import { withValue } from './with-value.js'

/** Values that the service accepts, and what was taken out of them for that. */
export interface Calibrated {
  readonly bases: readonly Base[]
  /** Members that the service refuses for what they mean: it has nothing that they name. */
  readonly left: readonly string[]
  readonly isAccepted: boolean
}

const known = new WeakMap<Kit, Map<string, Calibrated>>()

/** The valid bodies of an operation as its service accepts them, found once. */
export async function calibrated(sender: Sender): Promise<Calibrated> {
  const { kit, parts, media } = sender
  const all = known.get(kit) ?? new Map<string, Calibrated>()
  known.set(kit, all)
  const key = `${parts.operation.pointer} ${nameOfMedia(media)}`
  // Not what another probe has begun: that waits for its turn, and this one would wait for it.
  const found = all.get(key) ?? (await calibrate(sender, bodiesOf(kit).bases(media)))
  all.set(key, found)
  return found
}

/**
 * The values as the service accepts them. A valid value may name what it does not have; a case that differs in
 * something else would be refused for that, and prove nothing.
 */
async function calibrate(sender: Sender, bases: readonly Base[]): Promise<Calibrated> {
  const { kit, parts, media } = sender
  const left = new Set<string>()
  const found: Base[] = []
  let isAccepted = false
  const { operation } = parts
  const { schema } = rootOf(kit, media)
  const judged = {
    isValid: (each: unknown) => kit.contract.verdicts.verdict(schema, each) === true,
    isTaken: (each: unknown) => isTaken(sender, each),
  }
  const first = bases[0]?.value
  const mayBeSecond =
    bases.length > 0 &&
    documents(operation, 409) &&
    kit.things.actions.subjectOf(operation) === undefined
  const once = async () => !isConflict(await outcomeOf(sender, first)) || undefined
  const { naming } = kit.things.maker
  // What has refused one may not be what the next one is for.
  const twice = async () => ((await once()) && (await once())) || (await once())
  const isTwice = !mayBeSecond || (await twice())
  if (!isTwice && !(await naming.needsOthers(operation, first, once)))
    await withOwnText(
      kit.source.fresh,
      first,
      async () => (await judged.isTaken(first)) || undefined,
    )
  for (const base of bases) {
    // A valid value may name what nobody has.
    const bare = withoutReferring(kit.contract, operation, media, base.value)
    const isBare = bare === base.value
    const isWhole = await isTaken(sender, base.value, isBare ? 'is complete' : undefined)
    const isTakenBare = !isWhole && !isBare && (await isTaken(sender, bare, 'names no other thing'))
    if (isWhole) {
      found.push(base)
      isAccepted = true
      continue
    }
    const taken = isObject(base.value) && (await mostTaken(base.value, {}, judged))
    const less = taken ? taken.value : isTakenBare ? bare : undefined
    found.push(isObject(less) ? rebased(kit, media, base, less) : base)
    if (less === undefined) continue
    for (const name of taken ? taken.left : []) left.add(name)
    isAccepted = true
  }
  return { bases: found, left: [...left], isAccepted }
}

/** An operation whose bodies of a media type are tried. */
export interface Sender {
  readonly kit: Kit
  readonly parts: RequestParts
  readonly media: SchemaMedia
}

/** True if the service takes a value; a refusal is a violation where `told` is given. */
async function isTaken(sender: Sender, value: unknown, told?: string): Promise<boolean> {
  return isSuccess(await outcomeOf(sender, value, told))
}

async function outcomeOf(
  { kit, parts, media }: Sender,
  value: unknown,
  told?: string,
): Promise<Outcome | undefined> {
  const { operation } = parts
  const root = rootOf(kit, media)
  const edge = { value, base: value, path: [], fate: 'accepted' } as const
  return kit.try({
    ...{ operation, pointer: root.pointer, what: `the body ${told ?? 'has fewer members'}` },
    ...{ check: 'valid-accepted', expect: told === undefined ? ANSWERED : ACCEPTED },
    request: () => kit.written(withValue(kit, parts, media, refreshed(kit, root, edge))),
  })
}

function rebased(kit: Kit, media: SchemaMedia, { places }: Base, value: object): Base {
  const known = new Set(places.map(({ path }) => path.join('/')))
  const all = placesOf(kit.contract, rootOf(kit, media), value)
  return { value, places: all.filter(({ path }) => known.has(path.join('/'))) }
}
