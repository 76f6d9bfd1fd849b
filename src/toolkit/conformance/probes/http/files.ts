import { parseMediaType } from '../../../openapi/media-type.js'
import type { MediaType, Operation } from '../../document/contract.js'
import { headerOf, type SentRequest } from '../../exchange/request.js'
import { isResponse, outcomeText } from '../../exchange/response.js'
import { validParts, validRequest } from '../../run/base-request.js'
import type { Kit } from '../../run/kit.js'
import type { Probe } from '../../run/probe.js'

/** A file that is set at a path is what is downloaded there: the same bytes, of the same media type. */
export const files: Probe = {
  name: 'files',
  async run(kit, operation) {
    if (operation.method !== 'PUT') return
    const get = kit.contract.operations.find(
      ({ path, method }) => path === operation.path && method === 'GET',
    )
    if (get === undefined) return
    for (const media of bytesOfBoth(operation, get)) await comesBack(kit, operation, get, media)
  },
}

function bytesOfBoth({ requestBody }: Operation, { responses }: Operation): readonly MediaType[] {
  const read = responses
    .filter(({ status }) => status.startsWith('2'))
    .flatMap(({ content }) => content.map(({ mediaType }) => mediaType))
  const written = requestBody?.content ?? []
  return written.filter(({ kind, mediaType }) => kind === 'binary' && read.includes(mediaType))
}

/** Every byte, ends of lines, and more than a small buffer holds; each media type has its own. */
function fileOf({ mediaType }: MediaType): Buffer {
  const every = Buffer.from(Array.from({ length: 256 }, (_, at) => at))
  const text = Buffer.from(`${mediaType}\r\n\n\r\0`)
  return Buffer.concat([text, ...Array.from({ length: 80 }, () => every)])
}

async function comesBack(
  kit: Kit,
  put: Operation,
  get: Operation,
  media: MediaType,
): Promise<void> {
  const { pointer } = get
  const what = `a file of ${media.mediaType} is set and downloaded`
  await kit.scenario({ operation: get, pointer, what }, async (run) => {
    const bytes = fileOf(media)
    const parts = validParts(kit, put)
    const request: SentRequest = kit.written({ ...parts, body: { media, bytes } })
    const set = await run.send(request, put)
    // The service may look into the file, and refuse it.
    if (!isResponse(set) || set.status >= 300) return
    const read = await run.send(validRequest(kit, get), get)
    if (!isResponse(read)) return
    const type = parseMediaType(headerOf(read, 'content-type') ?? '')?.essence
    if (read.status === 200 && read.body.equals(bytes) && type === media.mediaType) return
    const expected = `status 200, ${media.mediaType} and the ${bytes.length} bytes that were set`
    run.find({ check: 'round-trip', pointer, expected, received: outcomeText(read) })
  })
}
