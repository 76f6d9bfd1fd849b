import type { Test } from 'tap'
import { createRequest } from '../../scripts/bench/serve/requests.js'

const PLANT = { id: 1, name: 'Fern', tag: 'shade' }
const [HEAD] = createRequest(80)().toString().split('\r\n\r\n') as [string]
const AUTHORIZATION = /Authorization: (.*)/.exec(HEAD)?.[1] as string

type Rows = readonly [body: string, status: number, headers?: Record<string, string>][]

/** Requests that follow each other, with the status of the response. */
export const REQUESTS: Rows = [
  [JSON.stringify(PLANT), 200],
  [JSON.stringify(PLANT), 200],
  [JSON.stringify({ ...PLANT, tag: undefined }), 409],
  [JSON.stringify({ id: 2, name: 'Moss' }), 200],
  [JSON.stringify(PLANT), 401, { authorization: 'Bearer another-token' }],
]

/** Sends requests to a server of the benchmark. */
export async function checkAnswers(t: Test, port: number, rows: Rows): Promise<void> {
  for (const [body, status, headers] of rows) {
    const own = { authorization: AUTHORIZATION, 'content-type': 'application/json', ...headers }
    const url = `http://127.0.0.1:${port}/plants`
    const response = await fetch(url, { method: 'POST', body, headers: own })
    t.equal(response.status, status, body)
    await response.arrayBuffer()
  }
}
