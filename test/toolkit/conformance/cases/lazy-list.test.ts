import t from 'tap'
import { LazyList } from '#toolkit/conformance/cases/lazy-list.js'

t.test('items are made when somebody asks for them, and once', async (t) => {
  const made: number[] = []
  function* numbers() {
    for (const each of [1, 2, 3]) {
      made.push(each)
      yield each
    }
  }
  const list = new LazyList(numbers())
  t.same(made, [])
  t.equal(
    list.find((each) => each === 2),
    2,
  )
  t.same(made, [1, 2])
  t.same([...list], [1, 2, 3])
  t.equal(
    list.find((each) => each > 3),
    undefined,
  )
  t.same([...list], [1, 2, 3])
  t.same(made, [1, 2, 3])
})
