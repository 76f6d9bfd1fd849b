import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { launch, type Running } from '../server/process.js'
import { observe, startBrowser } from './docs/browser.js'
import { proxyOf } from './docs/proxy.js'
import { root } from './project.js'
import { orSkip } from './registry.js'

/** The folder of the screenshots; git-ignored. */
const SHOTS = path.join(root, '.tap/docs')

interface Screen {
  readonly width: number
  readonly colorScheme: 'light' | 'dark'
}

const WIDE: Screen = { width: 1280, colorScheme: 'light' }
const SCREENS: readonly Screen[] = [
  WIDE,
  { width: 1280, colorScheme: 'dark' },
  { width: 390, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
]

t.test('the page of the document, in Chromium', { timeout: 600_000 }, async (t) => {
  const browser = await orSkip(t, startBrowser(), 'Chromium can be installed')
  if (browser === undefined) return
  t.teardown(() => browser.close())
  mkdirSync(SHOTS, { recursive: true })
  const server = await launch(t, { STORE_URL: 'memory:', BASE_PATH: '/garden' }, t.testdir())
  for (const screen of SCREENS) {
    const name = `${screen.width}-${screen.colorScheme}`
    await t.test(name, async (t) => {
      const page = await createPlant(t, browser, server, screen)
      const file = path.join(SHOTS, `${name}.png`)
      await page.screenshot({ path: file, fullPage: true })
      t.comment(`screenshot: ${path.relative(root, file)}`)
    })
  }
  await t.test('behind a proxy that changes paths', async (t) => {
    const base = await proxyOf(t, server.base)
    await createPlant(t, browser, { ...server, base }, WIDE)
  })
})

/** An int64 that a number would round. */
let id = 9007199254740993n

/** Opens the page, gives it the token, and creates a plant by it. */
async function createPlant(
  t: Test,
  browser: Browser,
  { base, token }: Pick<Running, 'base' | 'token'>,
  screen: Screen,
): Promise<Page> {
  const page = await newPage(t, browser, screen)
  const observed = observe(page, new URL(base).origin)
  await page.goto(`${base}/docs`)
  await authorize(page, token)
  const plant = `{"id": ${id++}, "name": "fern", "tag": "shade"}`
  t.match(await send(page, plant), { status: '200', body: /"name": "fern"/ })
  t.same(observed, { complaints: [], elsewhere: [], bodies: [plant] })
  const width = Number(await page.evaluate('document.documentElement.scrollWidth'))
  t.ok(width <= screen.width, `nothing is wider than the screen (${width})`)
  t.equal(await page.title(), 'Plant Store')
  return page
}

async function newPage(t: Test, browser: Browser, { width, colorScheme }: Screen): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme })
  t.teardown(() => context.close())
  context.setDefaultTimeout(60_000)
  return context.newPage()
}

async function authorize(page: Page, token: string): Promise<void> {
  await page.click('.scheme-container .authorize')
  await page.fill('.auth-container input', token)
  await page.click('.auth-btn-wrapper [type=submit]')
  await page.click('.auth-btn-wrapper .btn-done')
}

/** Sends a plant by the page, and resolves with the answer that it shows. */
async function send(page: Page, plant: string) {
  await page.click('#operations-plants-createPlant .opblock-summary-control')
  await page.fill('.body-param__text', plant)
  await page.click('.execute')
  const answer = page.locator('.live-responses-table .response')
  const status = await answer.locator('.response-col_status').textContent()
  const body = await answer.locator('.highlight-code').first().textContent()
  return { status: status?.trim(), body }
}
