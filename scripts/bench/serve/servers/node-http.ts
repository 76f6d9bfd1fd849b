import { createServer, type ServerResponse } from 'node:http'
import { listen } from './listen.js'
import { handStore, ID_TAKEN, TOKEN } from './plants.js'

/** Node's own server with a comparison of the token, and no other check. */
export function nodeHttp(): Promise<number> {
  const store = handStore()
  const server = createServer((request, response) => {
    if (request.headers.authorization !== `Bearer ${TOKEN}`) return send(response, 401, {})
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { id, name, tag } = JSON.parse(Buffer.concat(chunks).toString())
      if (store(id, { name, tag })) send(response, 200, { name, tag })
      else send(response, 409, ID_TAKEN)
    })
  })
  return listen(server)
}

function send(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body)
  const head = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
  response.writeHead(status, head).end(text)
}
