/** Correct servers in Go and Python, written as their frameworks have it: the kit finds nothing wrong with them. */

import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { conform, formatReport } from 'fastify-contract/conformance'
import t, { type Test } from 'tap'
import { NOTES, startOnGo, startOnPython, TOKEN } from './languages/programs.js'
import { orSkip } from './registry.js'

const SEEDS = process.env.CONFORM === 'all' ? Array.from({ length: 20 }, (_, at) => at + 1) : [1, 2]

/** Seconds for a server and a seed. */
const TIME = process.env.CONFORM === 'all' ? 60 : 20

t.setTimeout(0)

t.test('the notes on oapi-codegen are clean', { timeout: 0 }, async (t) => {
  const url = await orSkip(t, startOnGo(t), 'Go can build the notes')
  if (url !== undefined) await isClean(t, NOTES, url)
})

t.test('the notes on FastAPI are clean', { timeout: 0 }, async (t) => {
  const url = await orSkip(t, startOnPython(t), 'FastAPI can be installed')
  if (url === undefined) return
  await isClean(t, NOTES, url)
  const own = path.join(t.testdir({}), 'own.json')
  await writeFile(own, await (await fetch(`${url}/openapi.json`)).text())
  await isClean(t, own, url)
})

async function isClean(t: Test, document: string, target: string): Promise<void> {
  for (const seed of SEEDS) {
    const report = await conform({ document, target, token: TOKEN, seed, time: TIME })
    t.equal(report.isClean ? '' : formatReport(report), '', `seed ${seed}`)
    t.ok(report.requests > 1000, `${report.requests} requests`)
  }
}
