import { mkdirSync } from 'node:fs'
import path from 'node:path'
import fastify from 'fastify'
import { docs } from 'fastify-contract/docs'
import type { Browser, Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { generate } from '#toolkit/generator/generate.js'
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
/** The picture of the README. */
const PICTURE: Screen = { width: 900, colorScheme: 'light' }
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
  await t.test('the picture of the README', async (t) => {
    const page = await createPlant(t, browser, server, PICTURE)
    const file = path.join(SHOTS, 'docs.png')
    // A rule of the object model, which the policy lets in.
    const small = "for (const name of ['height', 'minHeight']) box.style[name] = '60px'"
    await page.evaluate(`const box = document.querySelector('.body-param__text'); ${small}`)
    await page.screenshot({ path: file, clip: await partOf(page), fullPage: true })
    t.comment(`copy it to src/server/docs.png: ${path.relative(root, file)}`)
  })
  await t.test('a document of OpenAPI 3.2', async (t) => {
    const { files } = await generate(path.join(root, 'test/fixtures/readme/openapi.yaml'))
    const document = files.find(({ name }) => name === 'openapi.json')?.text as string
    const app = fastify()
    t.teardown(() => app.close())
    await app.register(docs({ document }))
    const base = await app.listen({ port: 0 })
    const page = await newPage(t, browser, WIDE)
    const observed = observe(page, new URL(base).origin)
    await page.goto(`${base}/docs`)
    await page.locator('.opblock').first().waitFor()
    const shown = await page.locator('.opblock').count()
    t.equal(shown, Object.values(JSON.parse(document).paths).flatMap(operationsOf).length)
    t.match(await page.locator('.information-container').textContent(), 'OAS 3.2')
    t.same(observed, { complaints: [], elsewhere: [], bodies: [] })
    await page.screenshot({ path: path.join(SHOTS, 'openapi-3.2.png'), fullPage: true })
  })
  await t.test('behind a proxy that changes paths', async (t) => {
    const base = await proxyOf(t, server.base)
    await createPlant(t, browser, { ...server, base }, WIDE)
  })
})

/** Chromium says this of each answer of 4xx. */
const REFUSED = 'Failed to load resource: the server responded with a status of 409 (Conflict)'

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
  await page.click('#operations-plants-createPlant .opblock-summary-control')
  t.match(await send(page, plant), { status: '200', body: /"name": "fern"/ })
  const other = plant.replace('fern', 'moss')
  t.match(await send(page, other), { status: '409', body: /"error": 40901/ })
  t.same(observed, { complaints: [REFUSED], elsewhere: [], bodies: [plant, other] })
  t.match(await send(page, plant), { status: '200' }, 'the first plant stays')
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

function operationsOf(item: unknown): string[] {
  return Object.keys(item as object).filter((name) => /^(get|put|post|delete|patch)$/.test(name))
}

/** The page to below the body of the answer that it shows. */
async function partOf(page: Page) {
  const answer = await page.locator('.live-responses-table .highlight-code').first().boundingBox()
  const bottom = (answer?.y ?? 0) + (answer?.height ?? 0)
  const scrolled = Number(await page.evaluate('scrollY'))
  return { x: 0, y: 0, width: PICTURE.width, height: Math.ceil(bottom + scrolled) + 16 }
}

/** Sends a plant by the page, whose operation is open, and resolves with the answer that it shows. */
async function send(page: Page, plant: string) {
  await page.fill('.body-param__text', plant)
  const answered = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.click('.execute')
  // What the page shows until then is the answer before.
  const hasText = String((await answered).status())
  await page.locator('.live-responses-table .response-col_status', { hasText }).last().waitFor()
  const answer = page.locator('.live-responses-table .response')
  const status = await answer.locator('.response-col_status').textContent()
  const body = await answer.locator('.highlight-code').first().textContent()
  return { status: status?.trim(), body }
}
