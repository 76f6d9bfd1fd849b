import fastify from 'fastify'
import { portOf } from '../../serve/servers/listen.js'
import { listedPlants } from './plants.js'
import { Found, Order, Placed, PlantList, Search } from './schemas.js'

/** What Fastify does with the same schemas: Ajv for requests, fast-json-stringify for responses. */
export function handWritten(): Promise<number> {
  const app = fastify({ logger: { level: 'warn' } })
  const plants = listedPlants((number) => number)
  const search = { schema: { querystring: Search, response: { 200: Found } } }
  app.get('/search', search, async (request) => {
    const { text, offset, tags } = request.query as SearchQuery
    return { count: offset + tags.length, text }
  })
  const create = { schema: { body: Order, response: { 200: Placed } } }
  app.post('/orders', create, async (request) => {
    const { id, items } = request.body as PlacedOrder
    return { id, count: items.length }
  })
  const list = { schema: { response: { 200: PlantList } } }
  app.get('/plants', list, async () => ({ plants }))
  return portOf(app)
}

interface SearchQuery {
  readonly text: string
  readonly offset: number
  readonly tags: readonly string[]
}

interface PlacedOrder {
  readonly id: number
  readonly items: readonly object[]
}
