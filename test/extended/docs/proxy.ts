import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import type { Test } from 'tap'

const PREFIX = '/behind/proxy'

/** The URL of a proxy for a base URL, with a path of its own that the server behind it does not know. */
export async function proxyOf(t: Test, base: string): Promise<string> {
  const proxy = createServer((incoming, response) => {
    const { method, headers, url = '' } = incoming
    const forwarded = request(base + url.slice(PREFIX.length), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      pipeline(answer, response).catch(() => {})
    })
    pipeline(incoming, forwarded).catch(() => response.destroy())
  })
  proxy.listen(0, '127.0.0.1')
  await new Promise((resolve) => proxy.once('listening', resolve))
  t.teardown(() => proxy.closeAllConnections())
  t.teardown(() => proxy.close())
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${PREFIX}`
}
