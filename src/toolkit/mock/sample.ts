import { writeMediaType } from '../openapi/media-name.js'
import { essenceOf } from '../openapi/media-type.js'
import type { OperationContract } from '../runtime/contract/contract.js'
import type { OperationResult } from '../runtime/contract/handler.js'
import type { ResponseContent, ResponseMedia } from '../runtime/contract/media.js'
import { errors, HttpRefusal } from '../runtime/errors/http-refusal.js'
import { negotiate } from '../runtime/response/negotiation.js'
import type { Identity } from './identity.js'
import { isForm, isXml, type Sources, typeIn } from './mock-body.js'
import { chooseStatus, type MockResponse, mockResponse } from './mock-response.js'
import type { Preference } from './preference.js'

/** What a request says of its response. */
interface Wish {
  readonly accept?: string | undefined
  readonly preference?: Preference
  readonly identities?: readonly Identity[]
}

/**
 * A response as the document describes it, whatever was sent before.
 *
 * @throws {HttpRefusal} 501 for what the document does not have.
 */
export function sampleOf(
  operation: OperationContract,
  wish: Wish,
  sources: Sources,
): OperationResult {
  const made = samplePossible(operation, wish, sources)
  if ('result' in made) return made.result
  throw new HttpRefusal(errors.notImplemented, { detail: `${made.lacks}.` })
}

/** That response, or the reason why there is none. */
export function samplePossible(
  operation: OperationContract,
  { accept, preference: { code, example: name } = {}, identities = [] }: Wish,
  sources: Sources,
): MockResponse {
  const chosen = chooseStatus(operation, code)
  if (chosen === undefined) {
    const asked = code === undefined ? 'a status' : `status ${code}`
    return { lacks: `the operation does not document ${asked}` }
  }
  const offered = offeredTypes(operation, chosen.key, sources)
  const content = operation.responses[chosen.key] as ResponseContent
  const preferred = (names: readonly string[]) => {
    const byWritten = new Map(names.map((name) => [written(name, content), name]))
    return byWritten.get(negotiate(accept, [...byWritten.keys()]) ?? '')
  }
  // A client that takes nothing but XML is told that it is not written.
  const mediaType = preferred(offered) ?? preferred(Object.keys(content)) ?? offered[0]
  return mockResponse(operation, { ...chosen, mediaType, name, identities }, sources)
}

/** A media type as a response has it, with its parameters. */
function written(name: string, content: ResponseContent): string {
  const media = content[name] as ResponseMedia
  return writeMediaType(essenceOf(typeIn(name, media, content)), media.parameters)
}

/** The media types of a response; XML and parts without names only if there is nothing else, or an example of XML. */
function offeredTypes(operation: OperationContract, key: string, { examples }: Sources): string[] {
  const all = Object.keys(operation.responses[key] as object)
  const possible = all.filter((mediaType) => {
    const given = isXml(mediaType) ? [...examples.of(operation, key, mediaType).values()] : ['']
    return !isForm(mediaType) && given.some((each) => typeof each === 'string')
  })
  return possible.length > 0 ? possible : all
}
