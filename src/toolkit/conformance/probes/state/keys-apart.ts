import type { Operation } from '../../document/contract.js'
import type { TestedResource } from '../../resources/resource.js'
import { find, type Scenario } from '../../resources/scenario.js'
import type { Scene } from '../../resources/scene.js'
import { isAnother, itemOf, type Thing } from '../../resources/thing.js'
import { isSameValue } from '../../values/same-value.js'
import { isUnchanged } from './changed.js'

/** Keys in paths that a careless server takes for the same lead to different things. */
export const keysAreExact: Scenario = {
  what: 'keys in paths are alike',
  about: ({ operations: { create, replace, read }, parameter }) =>
    create === undefined && read && parameter ? replace : undefined,
  async play(scene, resource) {
    for (const pair of alike(scene.kit.source.fresh.mark())) {
      scene.run.begin()
      await areApart(scene, resource, pair)
    }
  },
}

/** Two keys, and the mistake in reading the path of a server that has one thing for both. */
interface KeyPair {
  readonly keys: readonly [string, string]
  readonly mistake: string
}

function alike(mark: string): readonly KeyPair[] {
  return [
    { keys: [`${mark}a b`, `${mark}a%20b`], mistake: 'it decodes paths twice' },
    { keys: [`${mark}b`, `${mark}b/c`], mistake: 'it cuts keys at a slash' },
    { keys: [`${mark}c d`, `${mark}c+d`], mistake: PLUS },
  ]
}

/** In paths, `+` is no space: only forms have it (URL, section 5.1). */
const PLUS = 'it takes + for a space'

async function areApart(
  scene: Scene,
  resource: TestedResource,
  { keys, mistake }: KeyPair,
): Promise<void> {
  const { things, contract } = scene.kit
  const replace = resource.operations.replace as Operation
  const content = things.maker.body(replace)
  const schema = resource.parameter?.schema ?? true
  if (content === undefined || !keys.every((key) => contract.verdicts.accepts(schema, key))) return
  const values = [content.value, things.maker.contents.varied(content.schema, content.value)]
  const made: (Thing | undefined)[] = []
  let before: unknown
  for (const [at, identity] of keys.entries()) {
    made.push(await things.make(scene, resource, { identity, value: values[at] }))
    if (made[0] && at === 0) before = await scene.read(made[0])
  }
  const [one, other] = made
  if (one === undefined || other === undefined || !isAnother(one, other)) return
  const wrong = await isUnchanged(scene, one, before)
  const isPlus = wrong === undefined && mistake === PLUS && (await readsPlus(scene, other, before))
  if (wrong === undefined && !isPlus) return
  const told = keys.map((key) => JSON.stringify(key)).join(' and ')
  const expected = `${told} lead to different things`
  find(scene, 'identity-exact', replace, { expected, received: `one thing for both: ${mistake}` })
}

/** True if a plus that is not encoded leads to the thing with a space. */
async function readsPlus(scene: Scene, other: Thing, wanted: unknown) {
  // Of two with the same content nothing tells which one is read.
  if (isSameValue(await scene.read(other), wanted)) return false
  const { resource, values } = other
  const read = resource.operations.read as Operation
  const request = scene.written(read, { thing: { values } })
  const target = request.target.replace('%2B', '+')
  const response = await scene.answered({ ...request, target }, read)
  const item = itemOf(response, scene.kit.things.maker.placeOf(resource, read))
  return wanted !== undefined && isSameValue(item, wanted)
}
