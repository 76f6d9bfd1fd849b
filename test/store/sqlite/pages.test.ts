import { readFileSync } from 'node:fs'
import t from 'tap'
import { sqlitePages } from '../../../src/store/sqlite/pages.js'
import { allOf, fill, SAMPLES } from '../plant-samples.js'
import { fern, fresh } from './helpers.js'

t.test('all plants of a file in the order of their ids, while a server uses it', async (t) => {
  const { file, store } = fresh(t)
  await fill(store, SAMPLES.toReversed())
  t.same(await allOf(sqlitePages(file)), SAMPLES)
  const pages = sqlitePages(file)
  const page = await pages.read()
  t.equal(await store.create(fern(5)), 'created', 'no read keeps others from writing')
  t.same((await pages.read(4n))?.plants[0], fern(5))
  t.ok(page?.plants.length === 100 && page.last === page.plants.at(-1)?.id)
  t.equal(await pages.read(2n ** 63n - 1n), undefined)
  await t.rejects(pages.read(2n ** 63n), { code: 'INVALID' })
  await pages.close()
})

t.test('reading leaves a file as it is', async (t) => {
  const { file, store } = fresh(t)
  await fill(store)
  await store.close()
  const before = readFileSync(file)
  t.equal((await allOf(sqlitePages(file))).length, SAMPLES.length)
  t.ok(readFileSync(file).equals(before))
})
