import t from 'tap'
import { untilSilent } from '#toolkit/conformance/target/until-silent.js'

/** How many exchanges with others it takes, where the n-th leaves so many bytes heard. */
async function exchanges(heard: (count: number) => number | undefined): Promise<number> {
  let count = 0
  await untilSilent(
    () => heard(count),
    async () => void count++,
  )
  return count
}

t.test('a server is silent when it says nothing during ten exchanges', async (t) => {
  t.equal(await exchanges(() => 0), 10)
  t.equal(await exchanges((count) => Math.min(count, 3)), 13)
})

t.test('what has no end is left after a hundred exchanges', async (t) => {
  t.equal(await exchanges((count) => count), 100)
})

t.test('nobody is asked any more once the answer is there', async (t) => {
  t.equal(await exchanges((count) => (count < 2 ? count : undefined)), 2)
  t.equal(await exchanges(() => undefined), 0)
})
