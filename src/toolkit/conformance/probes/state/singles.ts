import { askedPlace, questionOf } from '../../document/asked-place.js'
import type { MediaType, Operation } from '../../document/contract.js'
import { headerOf } from '../../exchange/request.js'
import { isSuccess, type ReceivedResponse } from '../../exchange/response.js'
import { without } from '../../requests/without.js'
import { writable } from '../../requests/writable.js'
import { contentOf } from '../../resources/places.js'
import { comparing, documents, find, type Wrong } from '../../resources/scenario.js'
import type { Scene } from '../../resources/scene.js'
import type { SingleResource } from '../../resources/singles.js'
import { isAnother, jsonOf, type Thing } from '../../resources/thing.js'
import { JSON_PATCH } from './json-patch.js'
import { isGone } from './removed.js'
import { isReplacedWhole } from './replaced.js'

/** Bytes that are no text. */
const BYTES = [
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0xff, 0xfe, 0x80]),
  Buffer.from(Array.from({ length: 512 }, (_, at) => at % 256)),
  Buffer.from(' \n\0kit\0\r\n\t '),
  Buffer.from('kit'),
]

/** What was set at a path is what GET answers, each time, until it is deleted. */
export async function singleIsKept(scene: Scene, single: SingleResource): Promise<void> {
  const thing = single.parent && (await scene.make(single.parent))
  await isSet(scene, single, { thing })
  await isRemoved(scene, single, { thing })
}

/** What was deleted is gone, where the document says so. */
async function isRemoved(
  scene: Scene,
  { parent, read, set, remove }: SingleResource,
  call: { readonly thing: Thing | undefined },
): Promise<void> {
  if (remove === undefined || scene.run.findings.length > 0) return
  const removal = await scene.send(remove, call)
  if (!isSuccess(removal) || removal.status === 202) return
  // A DELETE may be repeated, and its 404 may be that of what the path begins with.
  const gone = read.path.includes('{') ? [read] : [read, remove]
  for (const operation of gone.filter((each) => documents(each, 404)))
    await isGone(scene, operation, call)
  // What there is only one of is there again for other requests.
  if (parent === undefined) await scene.send(set, call)
}

async function isSet(
  scene: Scene,
  single: SingleResource,
  call: { readonly thing: Thing | undefined },
): Promise<void> {
  const { parent, read, set } = single
  const [media] = writable(set)
  if (media?.mediaType === JSON_PATCH) return
  const isRead = answers(read, ({ kind, mediaType }) =>
    media?.kind === 'json' ? kind === 'json' : mediaType === media?.mediaType,
  )
  if (media?.kind === 'json' && isRead) return jsonIsKept(scene, single, call)
  if (media?.kind !== 'binary' || !isRead) return isThere(scene, single, call)
  if (parent !== undefined) await isAbsentAtFirst(scene, read, call)
  for (const body of BYTES) {
    if (!isSuccess(await scene.send(set, { ...call, body }))) return
    const wrong = await wrongIn(scene, read, call, (response) => {
      const type = headerOf(response, 'content-type') ?? 'no Content-Type'
      if (!response.body.equals(body)) {
        const expected = `the ${body.length} bytes that PUT has set`
        return { expected, received: `${response.body.length} other bytes` }
      }
      const isSame = type.toLowerCase().startsWith(media.mediaType) || media.mediaType.includes('*')
      return isSame ? undefined : { expected: media.mediaType, received: type }
    })
    if (wrong === undefined) continue
    find(scene, 'replaced', read, wrong)
    return
  }
  await etagTells(scene, single, call, BYTES)
  const [other, own] = [BYTES[0], BYTES.at(-1) as Buffer]
  await isOfOneOnly(scene, single, { ...call, body: other }, ({ body }) => {
    if (body.equals(own)) return undefined
    return { expected: `the ${own.length} bytes that PUT has set`, received: 'those of another' }
  })
}

/** What is sent in a form may be read otherwise. */
async function isThere(
  scene: Scene,
  { read, set }: SingleResource,
  call: { readonly thing: Thing | undefined },
): Promise<void> {
  const { status } = await scene.send(set, call)
  if (status >= 300 || status === 202) return
  const wrong = await wrongIn(scene, read, call, () => undefined)
  if (wrong !== undefined) find(scene, 'replaced', read, wrong)
}

/** What is wrong with what PUT has set, still after a while. */
function wrongIn(
  scene: Scene,
  read: Operation,
  call: { readonly thing: Thing | undefined },
  look: (response: ReceivedResponse) => Wrong | undefined,
): Promise<Wrong | undefined> {
  return scene.lasting(async () => {
    const response = await scene.send(read, call)
    if (isSuccess(response)) return look(response)
    return { expected: 'what PUT has set', received: `status ${response.status}` }
  })
}

/** RFC 9110, section 8.8.3: what was changed has another ETag. */
async function etagTells(
  scene: Scene,
  { read, set }: SingleResource,
  call: { readonly thing: Thing | undefined },
  bodies: readonly unknown[],
): Promise<void> {
  let last: string | undefined
  for (const body of bodies) {
    if (!isSuccess(await scene.send(set, { ...call, body }))) return
    const same = await scene.lasting(async () => {
      const etag = headerOf(await scene.send(read, call), 'etag')
      if (etag !== undefined && etag === last) return etag
      last = etag
      return undefined
    })
    if (same === undefined) continue
    const expected = `another ETag than ${same} after ${set.method}`
    return find(scene, 'etag', read, { expected, received: same })
  }
}

/** What is set of one thing is not set of another. */
async function isOfOneOnly(
  scene: Scene,
  { parent, read, set }: SingleResource,
  { thing, body }: { readonly thing: Thing | undefined; readonly body: unknown },
  changeIn: (response: ReceivedResponse) => Wrong | undefined,
): Promise<void> {
  const other = parent && (await scene.make(parent))
  if (thing === undefined || other === undefined || !isAnother(thing, other)) return
  if (!isSuccess(await scene.send(set, { thing: other, body }))) return
  const response = await scene.send(read, { thing })
  const wrong = isSuccess(response) ? changeIn(response) : undefined
  if (wrong !== undefined) find(scene, 'parts-apart', read, wrong)
}

/** Media types of which no bytes at all are none. */
const NEVER_EMPTY = /^(image|audio|video|font)\/|^application\/(pdf|zip|gzip)$/

/** What nobody has set yet is not there with no bytes; a service may have one of its own to show. */
async function isAbsentAtFirst(
  scene: Scene,
  read: Operation,
  call: { readonly thing: Thing | undefined },
): Promise<void> {
  if (!documents(read, 404)) return
  const { status, body, headers } = await scene.send(read, call)
  const type = headerOf({ headers }, 'content-type')?.split(';')[0] ?? ''
  if (status !== 200 || body.length > 0 || !NEVER_EMPTY.test(type)) return
  const expected = `status 404: no ${type} was set, and one has bytes`
  find(scene, 'unknown-refused', read, { expected, received: 'status 200 without a byte' })
}

function answers({ responses }: Operation, isMeant: (media: MediaType) => boolean): boolean {
  return responses.some(
    ({ status, content }) => /^(2|default)/.test(status) && content.some(isMeant),
  )
}

async function jsonIsKept(
  scene: Scene,
  single: SingleResource,
  call: { readonly thing: Thing | undefined },
): Promise<void> {
  const { read, set } = single
  const { contract, things } = scene.kit
  const schema = questionOf(contract, set)
  const content = things.maker.body(set)
  if (schema === undefined || content === undefined) return
  const body = things.maker.contents.varied(schema, content.value) ?? content.value
  if (!isSuccess(await scene.send(set, { ...call, body }))) return
  const least = without(contract, schema, body, () => true)
  const compared = comparing(scene, set, undefined)
  const place = askedPlace(contract, set, content.media)
  const shownIn = (response: ReceivedResponse) => contentOf(jsonOf(response), place)
  const wrong = await wrongIn(scene, read, call, (response) => compared(body, shownIn(response)))
  if (wrong !== undefined)
    return find(scene, set.method === 'PUT' ? 'replaced' : 'patched', read, wrong)
  await isOfOneOnly(scene, single, { ...call, body: content.value }, (response) =>
    compared(body, shownIn(response)),
  )
  await etagTells(scene, single, call, [content.value, body])
  if (set.method !== 'PUT') return
  await isReplacedWhole(scene, set, call, [body, least], async () =>
    shownIn(await scene.send(read, call)),
  )
}
