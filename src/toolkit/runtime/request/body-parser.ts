import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bodyMemory } from '../bodies/body-memory.js'
import { decodeText, isEmpty, limited, readBytes } from '../bodies/read-bytes.js'
import { isStreamed } from '../contract/media.js'
import { ContractError, errors } from '../errors/contract-error.js'
import { stateOf } from '../exchange/request-state.js'
import { parseJson } from '../json/parse.js'
import {
  type SelectedRequestMedia,
  selectRequestMedia,
  unsupported,
  unsupportedMediaType,
} from './request-media.js'

/** Replaces all content-type parsers of the scope: the operation decides how to read a body. */
export function addBodyParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', async (request: FastifyRequest, payload: Readable) => {
    try {
      return await parseBody(request, payload)
    } catch (error) {
      // The rest of the body may still arrive. Fastify does this since 5.5.
      stateOf(request).closes = true
      throw error
    }
  })
}

async function parseBody(request: FastifyRequest, payload: Readable): Promise<unknown> {
  const { config, bodyLimit } = request.routeOptions
  const length = Number(request.headers['content-length'])
  const selected = selectRequestMedia(request)
  if (selected === undefined) {
    // Some clients send a media type without a body.
    if (await isEmpty(payload, length)) return undefined
    throw unsupportedMediaType(config.operation)
  }
  // A hook of the host that replaced the payload has decoded it too.
  if (payload === request.raw) refuseEncodings(request.headers['content-encoding'])
  if (length > bodyLimit) throw new ContractError(errors.bodyTooLarge)
  const body = await readBody(selected, payload, request, length)
  if (body !== undefined) stateOf(request).media = selected
  return body
}

/** The value of a body that is read whole, or a stream; `undefined` if it is empty. */
async function readBody(
  { media, type, required }: SelectedRequestMedia,
  payload: Readable,
  request: FastifyRequest,
  length: number,
): Promise<unknown> {
  const { bodyLimit } = request.routeOptions
  // An empty body is no body, unless a body is required and may be empty.
  const mayBeEmpty = required && media.kind !== undefined && media.kind !== 'multipart'
  if (isStreamed(media)) {
    const stream = limited(payload, bodyLimit)
    return !mayBeEmpty && (await isEmpty(stream, length)) ? undefined : stream
  }
  const { bytes, held } = await readBytes(payload, bodyLimit, bodyMemory(request.server))
  held?.keep(request)
  if (media.kind === 'text' || media.kind === 'form') {
    const isAbsent = bytes.length === 0 && !mayBeEmpty
    return isAbsent ? undefined : decodeText(bytes, type.parameters.charset)
  }
  return bytes.length === 0 ? undefined : parseJson(bytes, media.conversions)
}

/** Content codings are refused, since decoded data has no limit (RFC 9110, section 15.5.16). */
function refuseEncodings(encoding: string | undefined): void {
  if (encoding === undefined || /^[ \t]*(identity[ \t]*)?$/i.test(encoding)) return
  throw unsupported({ 'accept-encoding': 'identity' })
}
