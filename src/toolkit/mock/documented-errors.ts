import { isObject, type JsonObject } from '../openapi/json.js'
import { essenceOf } from '../openapi/media-type.js'
import { statusKeys } from '../openapi/status.js'
import type { JsonResponse, ResponseContent } from '../runtime/contract/media.js'
import type { ErrorContent, MakeErrorBody, Refusal } from '../runtime/index.js'
import { NOTHING } from '../samples/index.js'
import { bodyOf, type Sources } from './mock-body.js'

/** Members of error bodies that are a sentence for people. */
const SENTENCES = ['message', 'detail', 'error_description', 'error', 'title', 'msg']

/** Writes refusals as the document declares them for 400, 401, 404, 422 and others. */
export function documentedErrors(sources: Sources, otherwise: MakeErrorBody): MakeErrorBody {
  return (refusal) => documented(refusal, sources) ?? otherwise(refusal)
}

function documented(refusal: Refusal, sources: Sources): ErrorContent | undefined {
  const { operation, violations } = refusal
  if (operation?.responses === undefined) return undefined
  const { responses } = operation
  const is = (status: number) => Object.hasOwn(responses, String(status))
  // What breaks its schema is 422 in many documents (RFC 9110, section 15.5.21).
  const isOther = violations.length > 0 && refusal.status === 400 && !is(400) && is(422)
  const status = isOther ? 422 : refusal.status
  const key = statusKeys(status).find((each) => Object.hasOwn(responses, each))
  const content = key === undefined ? {} : (responses[key] as ResponseContent)
  const written = Object.entries(content)
  const [first] = ['json', 'text'].flatMap((wanted) =>
    written.filter(([, { kind = 'json' }]) => kind === wanted),
  )
  if (key === undefined || first === undefined) return undefined
  const [mediaType, media] = first
  const { path, method } = operation
  const examples = [...sources.examples.of(operation, key, mediaType).values()]
  const body = bodyOf(media, { path, method, status: key, mediaType }, examples, sources)
  if (body === NOTHING) return undefined
  const contentType = essenceOf(mediaType).includes('*') ? {} : { contentType: mediaType }
  const { validate } = media as JsonResponse
  return { status, ...contentType, body: withMessage(body, refusal.message, validate) }
}

/** The body with the sentence of the refusal, if it has a member for it, or an error inside of it has. */
function withMessage(
  body: unknown,
  message: string,
  validate: (value: unknown) => boolean,
): unknown {
  if (!isObject(body)) return body
  const own = told(body, message)
  const inside = Object.entries(body).map(([name, each]) => {
    const changed = isObject(each) ? told(each, message) : each
    return changed === each ? body : { ...body, [name]: changed }
  })
  const changed = own === body ? inside : [own]
  return changed.find((each) => each !== body && validate(each)) ?? body
}

function told(body: JsonObject, message: string): JsonObject {
  const name = SENTENCES.find((each) => typeof body[each] === 'string')
  return name === undefined ? body : { ...body, [name]: message }
}
