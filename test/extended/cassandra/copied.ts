import path from 'node:path'
import type { Test } from 'tap'
import { openStore } from '../../../src/store/open.js'
import { copyInTwo } from '../../server/copies.js'
import { fill } from '../../store/plant-samples.js'
import type { Cluster } from './cluster.js'

/** Copies plants of a file into the cluster, and from there into another file; each copy is killed once. */
export async function copyThereAndBack(t: Test, cluster: Cluster): Promise<void> {
  const cwd = t.testdir({})
  const urlOf = (name: string) => `sqlite:${path.join(cwd, name)}`
  const store = openStore(urlOf('plants.db'))
  await fill(store)
  await store.close()
  const url = cluster.url('copied')
  await t.test('into the cluster', (t) => copyInTwo(t, cwd, [urlOf('plants.db'), url]))
  await t.test('into a file', (t) => copyInTwo(t, cwd, [url, urlOf('back.db')]))
}
