import type { Contract } from 'fastify-contract'
import type { LoadedContract } from '#toolkit/cli/mock/mock-app.js'
import { keyOfMedia } from '#toolkit/openapi/media-name.js'
import { Unwritable } from '#toolkit/requests/write-parameters.js'
import { attempted } from '../examples/answered.js'
import { examplesOf } from '../examples/documented.js'
import { resolved, target } from '../requests/oracle/document.js'
import type { Node } from '../requests/oracle/schema.js'
import { Undecided } from '../requests/oracle/undecided.js'
import { drawing, partsOf } from '../served/boot.js'
import { requestOf, type Sent } from '../served/requests.js'

/** A request to a mock, with the example that it asks for. */
export interface Question {
  readonly sent: Sent
  readonly headers: Readonly<Record<string, string>>
  readonly status: string
  readonly value: unknown
  /** None: of that response there is no example. */
  readonly hasExample: boolean
  /** Where the schemas of the operation's responses are. */
  readonly responses: readonly string[]
  readonly name: string
}

/** A request for each example of a document, and one to each operation that asks for nothing. */
export async function questionsOf(loaded: LoadedContract): Promise<Question[]> {
  const document = loaded.generated.model.bundled as Node
  const follow = ($ref: string) => target(document, $ref)
  const contract = loaded.contract as Contract<object>
  const draw = await drawing(contract)
  const questions: Question[] = []
  for (const each of contract.operations) {
    const operation = await partsOf(each)
    const { path, method } = operation
    const node = Object(Object(Object(document.paths)[path])[method.toLowerCase()])
    const examples = attempted(() => examplesOf(node, follow), Undecided)
    const sent = attempted(() => requestOf(operation, draw), Unwritable)
    if (examples === undefined || sent === undefined || operation.unserved !== undefined) continue
    const place = { sent, responses: ['paths', path, method.toLowerCase(), 'responses'] }
    questions.push({
      ...{ ...place, headers: { accept: 'application/json' }, status: '', value: undefined },
      ...{ hasExample: false, name: `${method} ${path}` },
    })
    for (const { status, mediaType, name, value } of examples) {
      if (!/^[2-5]\d\d$/.test(status)) continue
      const prefer = `code=${status}${name === undefined ? '' : `, example=${JSON.stringify(name)}`}`
      questions.push({
        ...{ ...place, headers: { accept: mediaType, prefer }, status, value },
        ...{ hasExample: true, name: `${method} ${path} ${status} ${name ?? ''}` },
      })
    }
  }
  return questions
}

/** Where the schema of a JSON response is; `undefined` if there is none. */
export function schemaPointer(
  document: Node,
  responses: readonly string[],
  status: string,
  type: string,
): readonly string[] | undefined {
  const follow = ($ref: string) => target(document, $ref)
  const all = responses.reduce<unknown>((node, key) => Object(node)[key], document)
  const key = [status, `${status[0]}XX`, 'default'].find((each) => Object.hasOwn(Object(all), each))
  if (key === undefined) return undefined
  const given = Object(Object(all)[key])
  const response = resolved(given, follow)
  const start =
    typeof given.$ref === 'string' ? given.$ref.slice(2).split('/') : [...responses, key]
  if (response.schema !== undefined) return [...start, 'schema']
  const media = keyOfMedia(Object.keys(Object(response.content)), type)
  if (media === undefined) return undefined
  const isThere = Object(Object(response.content)[media]).schema !== undefined
  return isThere ? [...start, 'content', media, 'schema'] : undefined
}

/** Headers that have any credential. */
export function credentialsOf(document: Node): { headers: Record<string, string>; query: string } {
  const schemes = Object.values({
    ...Object(document.securityDefinitions),
    ...Object(Object(document.components).securitySchemes),
  }).map(Object)
  const keys = schemes.filter(({ type }) => type === 'apiKey')
  const inside = (place: string) => keys.filter((each) => each.in === place).map(({ name }) => name)
  const others = schemes.filter(({ type, scheme }) => type !== 'basic' && !/^basic$/i.test(scheme))
  const isBasic = schemes.length > others.length && others.every(({ type }) => type === 'apiKey')
  const cookie = inside('cookie').map((name) => `${name}=any`)
  return {
    headers: {
      authorization: isBasic ? 'Basic YTpi' : 'Bearer any',
      ...Object.fromEntries(inside('header').map((name) => [String(name).toLowerCase(), 'any'])),
      ...(cookie.length > 0 && { cookie: cookie.join('; ') }),
    },
    query: inside('query')
      .map((name) => `${name}=any`)
      .join('&'),
  }
}
