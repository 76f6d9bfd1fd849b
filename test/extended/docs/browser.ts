import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'
import { installPackages } from '../debian.js'

const PROGRAM = '/usr/bin/chromium'

/**
 * Starts Debian's Chromium, which is installed if it is missing.
 *
 * @throws {Unavailable} where it cannot be.
 */
export async function startBrowser(): Promise<Browser> {
  if (!existsSync(PROGRAM)) await installPackages('chromium')
  // Its own sandbox does not take root as its user, and a container has little shared memory.
  const args = ['--no-sandbox', '--disable-dev-shm-usage']
  return chromium.launch({ executablePath: PROGRAM, args })
}

/** What a page does: errors and warnings of its console, requests to other origins, and bodies that it sends. */
export function observe(page: Page, origin: string) {
  const [complaints, elsewhere, bodies]: [string[], string[], string[]] = [[], [], []]
  page.on('console', (message) => {
    if (/error|warning/.test(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith('data:') && new URL(url).origin !== origin) elsewhere.push(url)
    const body = request.postData()
    if (body !== null) bodies.push(body)
  })
  return { complaints, elsewhere, bodies }
}
