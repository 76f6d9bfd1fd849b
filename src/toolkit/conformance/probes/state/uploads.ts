import { isObject } from '../../../openapi/json.js'
import type { MediaType, Operation } from '../../document/contract.js'
import { membersOf } from '../../document/members.js'
import { headerOf } from '../../exchange/request.js'
import type { TestedResource } from '../../resources/resource.js'
import { find, type Scenario } from '../../resources/scenario.js'
import { isSuccess, type Scene } from '../../resources/scene.js'
import { itemOf, type Thing } from '../../resources/thing.js'

/** A file that is uploaded as a part of a form is what is downloaded: the same bytes. */
export const uploadIsDownloaded: Scenario = {
  what: 'a file is uploaded and downloaded',
  about: ({ operations: { create } }) => (create && fileIn(create) ? create : undefined),
  async play(scene, resource) {
    const thing = await uploaded(scene, resource)
    if (thing === undefined) return
    isMeasured(scene, thing)
    const read = downloadOf(scene, resource)
    if (read === undefined) return
    const wrong = await scene.lasting(async () => {
      const response = await scene.send(read, { thing })
      if (response.status === 200 && response.body.equals(BYTES)) return undefined
      const type = headerOf(response, 'content-type') ?? OCTETS
      if (isSuccess(response) && !type.startsWith(OCTETS)) return undefined
      const expected = `status 200 and the ${BYTES.length} bytes that were uploaded`
      const received = `status ${response.status} and ${response.body.length} other bytes`
      return { expected, received }
    })
    if (wrong !== undefined) find(scene, 'round-trip', read, wrong)
  },
}

const OCTETS = 'application/octet-stream'

/** Members that say how many bytes a file has. */
const SIZES = /^(size|bytes|length|(file|byte|content)_?(size|length|count)|size_?(in_?)?bytes)$/i

/** The size of a file is that of the bytes that were uploaded. */
function isMeasured(scene: Scene, { resource, received }: Thing): void {
  const create = resource.operations.create as Operation
  const { contract, things } = scene.kit
  const schema = things.maker.placeOf(resource, create)?.schema
  for (const [name, member] of membersOf(contract, schema)) {
    const isInBytes =
      SIZES.test(name) && /\bbytes?\b/i.test(`${name} ${Object(member).description}`)
    const size = isInBytes ? Object(received)[name] : undefined
    if (size === undefined || Number(size) === BYTES.length) continue
    const expected = `${name} is ${BYTES.length}, the bytes that were uploaded`
    find(scene, 'round-trip', create, { expected, received: String(size) })
  }
}

/** Stands in the form for the file, whose bytes are no text. */
const MARK = 'file-of-the-conformance-kit'

/** Every byte, ends of lines, blanks around them, and text of several bytes for a letter. */
const BYTES = Buffer.concat([
  Buffer.from(' \r\nkit\r\n\n\r\0 f\u00fcr \u{1f331}'),
  Buffer.from(Array.from({ length: 2048 }, (_, at) => at % 256)),
  Buffer.from('\r\n '),
])

function fileIn({ requestBody }: Operation): string | undefined {
  const [media, ...others] = requestBody?.content ?? []
  const files = Object.entries(media?.files ?? {})
  const [[name, count] = []] = files
  return files.length === 1 && others.length === 0 && count === 'one' ? name : undefined
}

/** The operation that answers the file of a thing, at its own path or at one for it. */
function downloadOf({ kit }: Scene, { operations: { create, read } }: TestedResource) {
  const names = ['content', 'contents', 'data', 'download', 'file', fileIn(create as Operation)]
  const paths = [read?.path, ...names.map((name) => `${read?.path}/${name}`)]
  return kit.contract.operations.find(
    (each) => each.method === 'GET' && paths.includes(each.path) && isDownload(each),
  )
}

/** Bytes of any kind: a server may write images and sounds anew. */
function isDownload({ responses }: Operation): boolean {
  const successes = responses.filter(({ status }) => status.startsWith('2'))
  const all = successes.flatMap(({ content }): readonly MediaType[] => content)
  return all.some(({ mediaType }) => mediaType === OCTETS)
}

async function uploaded(scene: Scene, resource: TestedResource): Promise<Thing | undefined> {
  const create = resource.operations.create as Operation
  const { things } = scene.kit
  const content = things.maker.body(create)
  if (content === undefined || !isObject(content.value)) return undefined
  const body = { ...content.value, [fileIn(create) as string]: MARK }
  const parent = things.known(resource.parent)
  const request = scene.written(create, { thing: parent, body })
  const at = request.body?.indexOf(MARK) ?? -1
  if (request.body === undefined || at < 0) return undefined
  const [before, after] = [request.body.subarray(0, at), request.body.subarray(at + MARK.length)]
  const sent = { ...request, body: Buffer.concat([before, BYTES, after]) }
  const response = await scene.answered(sent, create)
  // The service may look into the file, and refuse it.
  if (!isSuccess(response)) return undefined
  const item = itemOf(response, things.maker.placeOf(resource, create))
  return things.maker.thingOf(resource, { item, sent: undefined, parent }, response)
}
