import {
  INT64_MAX,
  INT64_MIN,
  isObject,
  type JsonObject,
  jsonTypeOf,
} from '../../../openapi/json.js'
import type { Schema } from '../../../openapi/schema/schema.js'
import type { Operation, TestedContract } from '../../document/contract.js'
import { formatOf, membersOf, namedTypes, typesOf } from '../../document/members.js'
import { type Kind, placesIn } from '../../resources/completed.js'
import type { KnownBody } from '../../resources/contents.js'
import { withEverywhere } from '../../resources/everywhere.js'
import { listView } from '../../resources/list-view.js'
import { creationOf } from '../../resources/resource.js'
import type { Scenario } from '../../resources/scenario.js'
import type { Scene } from '../../resources/scene.js'
import { answeredAsSent, isListedOnce, readBack } from './read-back.js'

/** Texts that servers change: by trimming, normalizing, escaping, decoding, or taking them for something else. */
const TEXTS: readonly string[] = [
  ' kit ',
  'Kit UPPER lower',
  'a  b\tc',
  'line\nline\r\nline',
  'kit\n',
  'one, two;three|four',
  'fu\u0308r',
  'f\u00fcr \u1e9e \u017f \u212b',
  '\u30b7\u30c0 \u4e2d\u6587 \u0634',
  '\u{1f331}\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
  '<b>&amp; "quoted" \'single\'</b>',
  "x'; DROP TABLE kit; --",
  ...'007 1e3 1.0 true false 0 null undefined __proto__ constructor - .'.split(' '),
  '%41%2F+%20',
  'a\\b\\u0041\\n',
  '\\\\kit\\\\a',
  '$' + '{7*7} {{7*7}}',
  '2020-01-02T03:04:05Z',
  '\ufeffkit\u200b',
  'kit\u2028kit\u0085\u00a0kit\u3000',
  'kit\ue000\ufdd0',
  'kit\u0001\u001f',
  'a\u0000b',
  '',
  'n'.repeat(65),
  'n'.repeat(256),
  'n'.repeat(1025),
  '\u{1f331}'.repeat(200),
]

/** The large ones are none that a double holds: as one, the smallest int64 is only written with other digits. */
const INTEGERS: readonly (number | bigint)[] = [
  ...[9_007_199_254_740_993n, -9_007_199_254_740_993n, INT64_MAX, INT64_MIN + 1n],
  ...[4_294_967_297, 2_147_483_648, -1, 0],
]

/** Instants, of which a server that keeps the digits alone keeps others. */
const INSTANTS: readonly string[] = ['2024-06-30T23:30:00+05:30', '2024-01-01T00:30:00-08:00']

/** Values that a server takes for none where it asks whether there is one. */
const FALSY: readonly (number | boolean | null)[] = [0, false, null]

/** Texts, integers and instants come back as they were sent, and are kept so, in things of each kind. */
export const valuesSurvive: Scenario = {
  what: 'values are stored that servers tend to change',
  about: creationOf,
  async play(scene, resource) {
    const { things } = scene.kit
    const content = things.maker.body(creationOf(resource) as Operation)
    if (content === undefined) return
    for (const kind of things.maker.contents.kinds(content)) {
      for (const value of [kind.value, ...valuesFor(scene, content, kind)]) {
        scene.run.begin()
        const own = things.maker.contents.fresh(content.schema, value)
        const thing = await things.make(scene, resource, { value: own })
        // A kind that is refused is refused with other values, too.
        if (thing === undefined && value === kind.value) break
        if (thing === undefined) continue
        if (resource.operations.read) await readBack(scene, thing)
        else answeredAsSent(scene, thing)
        if (scene.run.findings.length > 0) return
      }
    }
  },
}

/** Lists have texts as they were sent. */
export const textsAreListed: Scenario = {
  what: 'something with capitals in its texts is created and listed',
  about: (resource) => creationOf(resource) && resource.list && resource.operations.list,
  async play(scene, resource) {
    const { contract, things } = scene.kit
    const { contents } = things.maker
    const view = listView(contract, resource)
    const content = things.maker.body(creationOf(resource) as Operation)
    if (content === undefined || view === undefined) return
    const { schema, value } = content
    const text = 'Kit UPPER lower'
    const isFit = (member: Schema) => contents.isText(member)
    const changed = withEverywhere(contract, contents, schema, value, { value: text, isFit })
    const own = contents.fresh(schema, changed)
    const thing = changed && (await things.make(scene, resource, { value: own }))
    if (thing) await isListedOnce(scene, thing, view)
  },
}

function* valuesFor(scene: Scene, content: KnownBody, { value, own }: Kind): Generator<unknown> {
  const { contract, things } = scene.kit
  const { contents } = things.maker
  type Values = readonly (string | number | bigint | boolean | null)[]
  const kinds: readonly [Values, (member: Schema, value: unknown) => boolean][] = [
    [TEXTS, (member) => contents.isText(member)],
    [INTEGERS, (member) => isLong(contract, member)],
    [INSTANTS, (member) => formatOf(contract, member) === 'date-time'],
    [
      FALSY,
      (member, value) => namesType(contract, member, value) && contents.isValid(member, value),
    ],
  ]
  // Readers of forms take a mark of byte order at the beginning of a text for the mark that it is.
  const isJson = content.media.kind === 'json'
  for (const [values, isFit] of kinds) {
    for (const each of values.filter((one) => isJson || !String(one).startsWith('\ufeff'))) {
      const given = { value: each, isFit: (member: Schema) => isFit(member, each) }
      const changed = withEverywhere(contract, contents, content.schema, value, given)
      const isOwn = placesIn(changed).some(([place, part]) => part === each && own.has(place))
      if (changed !== undefined && isOwn) yield changed
    }
  }
  for (const change of [withEmptyLists, withCapitalNames, withAnything]) {
    const changed = change(scene, { ...content, value })
    if (changed !== undefined) yield changed
  }
}

/** True unless the schema may be that of anything. */
function namesType(contract: TestedContract, member: Schema, value: unknown): boolean {
  const types = namedTypes(contract, member)
  return types.has(jsonTypeOf(value)) || (value === 0 && types.has('integer'))
}

/** True for integers that may have more than 32 bits. */
function isLong(contract: TestedContract, member: Schema): boolean {
  return typesOf(contract, member).includes('integer') && formatOf(contract, member) !== 'int32'
}

/** The content with all lists empty that may be: forms have no field for these. */
function withEmptyLists(scene: Scene, content: KnownBody): JsonObject | undefined {
  if (content.media.kind !== 'json') return undefined
  return withOthers(scene, content, (own) => (Array.isArray(own) ? [] : undefined))
}

function withCapitalNames(scene: Scene, content: KnownBody): JsonObject | undefined {
  return withMaps(scene, content, ([part]) => (part === undefined ? undefined : { KitName: part }))
}

/** The content with values of all types in each map that may have any. */
function withAnything(scene: Scene, content: KnownBody): JsonObject | undefined {
  const list = [2, '1', true, {}]
  const any = { count: 7, ratio: 0.5, isSo: false, digits: '7', list, part: { list: [list] } }
  return content.media.kind === 'json' ? withMaps(scene, content, () => any) : undefined
}

function withMaps(
  scene: Scene,
  content: KnownBody,
  otherOf: (values: unknown[]) => JsonObject | undefined,
): JsonObject | undefined {
  const { contract } = scene.kit
  const members = membersOf(contract, content.schema)
  return withOthers(scene, content, (own, name) => {
    const isMap = members.has(name) && membersOf(contract, members.get(name)).size === 0
    return isObject(own) && isMap ? otherOf(Object.values(own)) : undefined
  })
}

/** The content with other members, as far as it may have them; `undefined` if it has none. */
function withOthers(
  { kit }: Scene,
  { schema, value }: KnownBody,
  otherOf: (own: unknown, name: string) => unknown,
): JsonObject | undefined {
  if (!isObject(value)) return undefined
  let result: JsonObject = value
  for (const [name, own] of Object.entries(value)) {
    const other = otherOf(own, name)
    const changed = { ...result, [name]: other }
    if (other !== undefined && kit.things.maker.contents.isValid(schema, changed)) result = changed
  }
  return result === value ? undefined : result
}
