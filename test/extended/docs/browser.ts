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

/** What a page did that it should not have done. */
export interface Observed {
  /** Errors and warnings of its console, violations of its policy among them. */
  readonly complaints: string[]
  /** Requests to other origins. */
  readonly elsewhere: string[]
  /** Bodies that it sent. */
  readonly bodies: string[]
}

export function observe(page: Page, origin: string): Observed {
  const observed: Observed = { complaints: [], elsewhere: [], bodies: [] }
  page.on('console', (message) => {
    if (/error|warning/.test(message.type())) observed.complaints.push(message.text())
  })
  page.on('pageerror', (error) => observed.complaints.push(String(error)))
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith('data:') && new URL(url).origin !== origin) observed.elsewhere.push(url)
    const body = request.postData()
    if (body !== null) observed.bodies.push(body)
  })
  return observed
}
