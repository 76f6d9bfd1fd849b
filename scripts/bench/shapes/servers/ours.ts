import { pathToFileURL } from 'node:url'
import fastify from 'fastify'
import { serve } from 'fastify-contract'
import { portOf } from '../../serve/servers/listen.js'
import { listedPlants } from './plants.js'

/** The contract of the same operations, served with all of its checks. */
export async function ours(file: string): Promise<number> {
  const { contract } = await import(pathToFileURL(file).href)
  const app = fastify({ logger: { level: 'warn' } })
  await app.register(serve(contract, { handlers, security: {} }))
  return portOf(app)
}

const plants = listedPlants(BigInt)

const handlers = {
  searchPlants: async ({ query }: SearchRequest) => {
    const { text, offset, tags } = query
    return { status: 200, body: { count: offset + tags.length, text } }
  },
  createOrder: async ({ body: { id, items } }: OrderRequest) => {
    return { status: 200, body: { id, count: items.length } }
  },
  listPlants: async () => ({ status: 200, body: { plants } }),
}

interface SearchRequest {
  readonly query: {
    readonly text: string
    readonly offset: number
    readonly tags: readonly string[]
  }
}

interface OrderRequest {
  readonly body: { readonly id: bigint; readonly items: readonly object[] }
}
