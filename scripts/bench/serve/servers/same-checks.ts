import { hash, timingSafeEqual } from 'node:crypto'
import fastify, { type FastifyRequest } from 'fastify'
import { parseJson } from '#toolkit/runtime/json/parse.js'
import { isNewPlant, isPlant } from '../../../../generated/validators.js'
import { portOf } from './listen.js'
import { type HandPlant, handStore, ID_TAKEN, TOKEN } from './plants.js'

const DIGEST = digestOf(TOKEN)

const UNAUTHORIZED = { error: 40100, message: 'A credential is required.' }
const INVALID = { error: 40002, message: 'The request breaks the contract.' }
const WRONG_TYPE = { error: 41500, message: 'This media type is not supported here.' }
const BROKEN = { error: 50000, message: 'The server could not answer the request.' }

/**
 * Our checks for this one operation by hand: a hashed token that is compared in constant time, the media
 * type, UTF-8, duplicate members, exact integers, a validated request and response, and a signal for
 * handlers that wait.
 */
export async function sameChecks(): Promise<number> {
  const app = fastify({ logger: { level: 'warn' } })
  const store = handStore()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (_request, bytes: Buffer, done) => {
      try {
        done(null, parseJson(bytes, { members: { id: { int64: true } } }))
      } catch (error) {
        done(error as Error)
      }
    },
  )
  app.addHook('onRequest', (request, reply, done) => {
    if (!isAccepted(request.headers.authorization)) reply.code(401).send(UNAUTHORIZED)
    else if (request.headers['content-type'] !== 'application/json')
      reply.code(415).send(WRONG_TYPE)
    else done()
  })
  app.post('/plants', async (request, reply) => {
    if (!isNewPlant(request.body)) return reply.code(400).send(INVALID)
    const { id, name, tag } = request.body as HandPlant & { id: number }
    const plant = { name, ...(tag !== undefined && { tag }) }
    const isStored = await create(BigInt(id), plant, callOf(request))
    if (!isStored) return reply.code(409).send(ID_TAKEN)
    /* c8 ignore next -- it was valid when it arrived */
    if (!isPlant(plant)) return reply.code(500).send(BROKEN)
    reply.header('content-type', 'application/json; charset=utf-8')
    return reply.send(JSON.stringify(plant))
  })
  return portOf(app)

  async function create(id: bigint, plant: HandPlant, _call: { readonly signal: AbortSignal }) {
    return store(id, plant)
  }
}

/** The signal is made for a store that reads it. */
function callOf({ raw }: FastifyRequest): { readonly signal: AbortSignal } {
  return {
    /* c8 ignore next 5 -- the store in memory does not read it */
    get signal() {
      const controller = new AbortController()
      raw.socket.once('close', () => controller.abort())
      return controller.signal
    },
  }
}

function isAccepted(header: string | undefined): boolean {
  return (
    header?.startsWith('Bearer ') === true && timingSafeEqual(digestOf(header.slice(7)), DIGEST)
  )
}

function digestOf(token: string): Buffer {
  return Buffer.from(hash('sha256', token, 'hex'), 'hex')
}
