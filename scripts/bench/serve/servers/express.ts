import type { IncomingMessage } from 'node:http'
import { importPeer } from '../../shared/peer.js'
import { listen } from './listen.js'
import { DOCUMENT, type HandPlant, handStore, ID_TAKEN, TOKEN } from './plants.js'

interface ExpressRequest extends IncomingMessage {
  readonly body: HandPlant & { readonly id: number }
}

interface ExpressResponse {
  status(code: number): ExpressResponse
  json(body: object): void
}

/** Express with express-openapi-validator, which validates requests and responses. */
export async function expressValidator(peers: string): Promise<number> {
  const { default: express } = await importPeer(peers, 'express')
  const { default: validator } = await importPeer(peers, 'express-openapi-validator')
  const app = express()
  const store = handStore()
  app.use(express.json())
  app.use(
    validator.middleware({
      apiSpec: DOCUMENT,
      validateResponses: true,
      validateSecurity: { handlers: { bearerAuth } },
    }),
  )
  app.post('/plants', ({ body: { id, name, tag } }: ExpressRequest, response: ExpressResponse) => {
    if (store(id, { name, ...(tag !== undefined && { tag }) })) response.json({ name, tag })
    else response.status(409).json(ID_TAKEN)
  })
  app.use(answerError)
  return listen(app)
}

async function bearerAuth({ headers }: IncomingMessage): Promise<boolean> {
  return headers.authorization === `Bearer ${TOKEN}`
}

/** Express takes a function of four parameters for one that handles errors. */
function answerError(
  { status, message }: Error & { status: number },
  _request: ExpressRequest,
  response: ExpressResponse,
  _next: unknown,
): void {
  response.status(status).json({ error: status * 100, message })
}
