import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { Test } from 'tap'
import { main } from '#toolkit/cli/conform/command.js'
import { runCommand } from '../../../helpers/command.js'
import { inFull } from '../../../helpers/made.js'

/** Limits that no run reaches, on any machine. */
export const UNHURRIED = ['--time', '3600', '--request-time', '600']

/** A server of one path that answers a body to whoever has the token `right`, and keeps what it is asked. */
export async function target(t: Test, served: string, body: string, methods = ['GET']) {
  const asked = new Set<string>()
  const http = createServer((request, response) => {
    const { url = '', method = '', headers } = request
    asked.add(`${method} ${url} ${headers.authorization}`)
    if (!/^bearer right$/.test(headers.authorization?.replace(/^bearer/i, 'bearer') ?? '')) {
      response.writeHead(401, { 'WWW-Authenticate': 'Bearer' }).end()
    } else if (url.split('?')[0] !== served) response.writeHead(404).end()
    else if (!methods.includes(method)) response.writeHead(405, { Allow: methods.join() }).end()
    else response.writeHead(200, { 'Content-Type': 'application/json' }).end(body)
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    http.closeAllConnections()
    http.close()
  })
  return { asked, url: `http://127.0.0.1:${(http.address() as AddressInfo).port}` }
}

/** A folder with a document in short, whose operations need a token, and with other files. */
export function place(t: Test, document: string, files: Readonly<Record<string, string>> = {}) {
  const secured = `
info: { title: Plants, version: '1.0.0' }
security: [{ bearerAuth: [] }]
components: { securitySchemes: { bearerAuth: { type: http, scheme: bearer } } }
${document}`
  const folder = t.testdir({ 'openapi.json': inFull(secured), ...files })
  const file = (name: string) => path.join(folder, name)
  return {
    file,
    write: (name: string, text: string) => writeFileSync(file(name), text),
    /** Runs `conform` on the document. */
    conform: (...args: readonly string[]) =>
      runCommand(t, () => main(['--spec', file('openapi.json'), ...args])),
  }
}
