import t from 'tap'
import { Lateness } from '#toolkit/conformance/resources/lateness.js'

const total = ({ waits }: Lateness) => waits.reduce((sum, each) => sum + each)

t.test('all looks take the time that a server may be late', async (t) => {
  const lateness = new Lateness(2_000)
  t.equal(total(lateness), 2_000)
  lateness.noteLasting()
  t.equal(total(lateness), 2_000)
})

t.test('waiting that has never helped is shorter, and whole again once it does', async (t) => {
  const lateness = new Lateness(1_000)
  lateness.noteLasting()
  lateness.noteLasting()
  t.equal(total(lateness), 40)
  lateness.noteLate()
  t.equal(total(lateness), 1_000)
})
