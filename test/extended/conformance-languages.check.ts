/** Correct servers in Go and Python, written as their frameworks have it: the kit finds nothing wrong with them. */

import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import t from 'tap'
import { isClean } from './clean.js'
import { NOTES, startOnGo, startOnPython, TOKEN } from './languages/programs.js'
import { orSkip } from './registry.js'

const SEEDS = process.env.CONFORM === 'all' ? Array.from({ length: 20 }, (_, at) => at + 1) : [1, 2]

const TIME = process.env.CONFORM === 'all' ? 60 : 20

const LEAST = 1_000

const optionsOf = (document: string, target: string) => ({
  ...{ document, target, token: TOKEN, time: TIME },
})

t.setTimeout(0)

t.test('the notes on oapi-codegen are clean', { timeout: 0 }, async (t) => {
  const url = await orSkip(t, startOnGo(t), 'Go can build the notes')
  if (url !== undefined) await isClean(t, optionsOf(NOTES, url), SEEDS, LEAST)
})

t.test('the notes on FastAPI are clean', { timeout: 0 }, async (t) => {
  const url = await orSkip(t, startOnPython(t), 'FastAPI can be installed')
  if (url === undefined) return
  await isClean(t, optionsOf(NOTES, url), SEEDS, LEAST)
  const own = path.join(t.testdir({}), 'own.json')
  await writeFile(own, await (await fetch(`${url}/openapi.json`)).text())
  await isClean(t, optionsOf(own, url), SEEDS, LEAST)
})
