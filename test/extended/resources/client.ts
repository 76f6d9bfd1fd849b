import type { FastifyInstance } from 'fastify'
import type { OperationContract } from 'fastify-contract'
import { isObject } from '#toolkit/openapi/json.js'
import { isJson } from '#toolkit/openapi/media-type.js'
import { json } from '#toolkit/requests/write-parameters.js'
import type { JsonBody, JsonResponse } from '#toolkit/runtime/contract/media.js'
import { type Draw, requestOf } from '../served/requests.js'
import { asked } from './asked.js'
import type { Candidate, Item } from './item.js'
import type { Resource } from './resource.js'

/** A request and its answer. */
export interface Exchange {
  readonly sent: unknown
  readonly status: number
  readonly location: string | undefined
  readonly body: unknown
  accepts(body: unknown): boolean
}

/** A client of a resource: it sends what the document describes, and what it has learnt of an item. */
export class Client {
  readonly #app: FastifyInstance
  readonly #resource: Resource
  readonly #draw: Draw
  /** The path parameters: those of the collection, and the id, once it is known. */
  params: Item = {}
  /** What was sent of the item. */
  created: Item = {}
  id: Candidate = { name: '', value: '' }

  constructor(app: FastifyInstance, resource: Resource, draw: Draw) {
    this.#app = app
    this.#resource = resource
    this.#draw = draw
  }

  async exchange(operation: OperationContract): Promise<Exchange> {
    const { method, url, headers, payload, wanted } = requestOf(
      asked(operation, this.#draw),
      (schema) => this.#drawn(operation, schema),
    )
    const injected = {
      method: method as 'GET',
      url,
      headers,
      ...(payload !== undefined && { payload }),
    }
    const { statusCode: status, headers: given, body: text } = await this.#app.inject(injected)
    const [type = ''] = String(given['content-type']).split(';')
    return {
      sent: wanted.body === undefined ? undefined : JSON.parse(json(wanted.body)),
      status,
      location: given.location,
      body: isJson(type) && text !== '' ? JSON.parse(text) : undefined,
      accepts: (body) => validatorOf(operation, status, type)(body),
    }
  }

  /** A drawn value of the schema of a part of the request, with what is known of it. */
  #drawn(operation: OperationContract, schema: string): unknown {
    const { params, query, headers, cookies } = operation
    const drawn = this.#draw(schema)
    if (!isObject(drawn)) return drawn
    if (schema === params?.schema) return this.#ofPath(operation, drawn)
    const group = [query, headers, cookies].find((each) => each?.schema === schema)
    const known = group ? this.#selecting(drawn) : withId(drawn, this.id)
    return (group ?? bodyOf(operation, schema)).validate(known) ? known : drawn
  }

  #ofPath({ path }: OperationContract, drawn: Item): Item {
    const { id, create } = this.#resource
    const own = /\{([^{}/]+)\}\/?$/.exec(path)?.[1]
    const known = Object.entries(drawn).map(([name, each]) => {
      const key = path !== create.path && name === own ? id : name
      return [name, key in this.params ? like(each, this.params[key]) : each]
    })
    const all: Item = Object.fromEntries(known)
    this.params = { ...all, ...this.params }
    return all
  }

  /** Parameters that may select: such as the item, and the first page. */
  #selecting(drawn: Item): Item {
    const known = Object.entries(drawn).map(([name, each]) => {
      if (name in this.created) return [name, like(each, this.created[name])]
      return [name, /^(page|offset|skip|start)/i.test(name) ? like(each, 1) : each]
    })
    return Object.fromEntries(known)
  }
}

/** The JSON body of an operation with a schema. */
function bodyOf({ requestBody }: OperationContract, schema: string): JsonBody {
  const all = Object.values(requestBody?.content ?? {})
  return all.find((each) => 'schema' in each && each.schema === schema) as JsonBody
}

/** A body with the id that the item has. */
function withId(body: Item, id: Candidate): Item {
  const { name, value } = id
  if (name in body) return { ...body, [name]: like(body[name], value) }
  const inside = Object.entries(body).map(([key, each]) => {
    return [key, isObject(each) ? withId(each, id) : each]
  })
  return Object.fromEntries(inside)
}

function validatorOf({ responses }: OperationContract, status: number, type: string) {
  const content =
    responses[status] ?? responses[`${String(status)[0]}XX`] ?? responses.default ?? {}
  const media = content[type] as Partial<JsonResponse> | undefined
  return media?.validate ?? (() => true)
}

/** A value of the type of another. */
function like(model: unknown, value: unknown): unknown {
  if (typeof model === 'bigint') return BigInt(String(value))
  if (typeof model === 'number') return Number(value)
  return typeof model === 'string' ? String(value) : value
}
