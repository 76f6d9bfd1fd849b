import { TOKEN } from './servers/plants.js'

/** Requests to create a plant, each with an id of its own; after `plants` of them, the same again. */
export function createRequest(port: number, plants = Number.POSITIVE_INFINITY): () => Buffer {
  const head = [
    'POST /plants HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    `Authorization: Bearer ${TOKEN}`,
    'Content-Type: application/json',
    'Accept: application/json',
    'Content-Length: ',
  ].join('\r\n')
  let sent = 0
  return () => {
    const id = (sent++ % plants) + 1
    const body = `{"id":${id},"name":"Fern ${id}","tag":"shade"}`
    return Buffer.from(`${head}${body.length}\r\n\r\n${body}`)
  }
}
