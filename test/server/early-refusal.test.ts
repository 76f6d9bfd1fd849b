import { request } from 'node:http'
import { connect } from 'node:net'
import t from 'tap'
import { rowsOf } from '../helpers/rows.js'
import { testApp, token } from './helpers.js'

const BODY = Buffer.alloc(8_000_000, 'x')

const JSON_TYPE = 'content-type: application/json'
const GRANTED = `authorization: Bearer ${token}`

/** The status of a refusal, the path, and headers. */
const REFUSALS = `
  401 | /plants | ${JSON_TYPE}
  404 | /nothing | ${JSON_TYPE}
  405 | /openapi.json | ${JSON_TYPE}
  413 | /plants | ${JSON_TYPE} | ${GRANTED}
  415 | /plants | content-type: text/plain | ${GRANTED}
  431 | /plants | ${JSON_TYPE} | ${GRANTED} | a: ${'x'.repeat(17_000)}
  401 | /plants | ${JSON_TYPE} | connection: close
  413 | /plants | ${JSON_TYPE} | ${GRANTED} | connection: close
`

type Send = (port: number, path: string, headers: Record<string, string>) => Promise<number>

const clients: Record<string, Send> = {
  async fetch(port, path, headers) {
    const url = `http://127.0.0.1:${port}${path}`
    return (await fetch(url, { method: 'POST', headers, body: BODY })).status
  },

  request(port, path, headers) {
    return new Promise((resolve, reject) => {
      const options = { port, path, method: 'POST', headers, agent: false }
      const sent = request(options, (response) => {
        response.resume().once('error', reject)
        response.once('end', () => resolve(response.statusCode as number))
      })
      sent.once('error', reject)
      for (let at = 0; at < BODY.length; at += 80_000) sent.write(BODY.subarray(at, at + 80_000))
      sent.end()
    })
  },

  /** Reads nothing before all is written. */
  stubborn(port, path, headers) {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1').pause().once('error', reject)
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
      const length = `Content-Length: ${BODY.length}\r\n`
      socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\n${lines.join('')}${length}\r\n`)
      socket.write(BODY, () => socket.resume())
      socket.once('data', (data) => {
        resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(String(data))?.[1]))
        socket.destroy()
      })
    })
  },
}

for (const [name, send] of Object.entries(clients)) {
  t.test(`a client that is still sending receives the refusal: ${name}`, async (t) => {
    const { listen } = await testApp(t)
    const port = await listen()
    for (const [status, path = '', ...lines] of rowsOf(REFUSALS)) {
      const headers = Object.fromEntries(lines.map((line) => line.split(': ')))
      const statuses = Array.from({ length: 2 }, () => send(port, path, headers))
      const seen = await Promise.all(statuses.map((each) => each.catch((error) => error)))
      t.same(seen, Array(2).fill(Number(status)), `${status} ${path}`)
    }
  })
}
