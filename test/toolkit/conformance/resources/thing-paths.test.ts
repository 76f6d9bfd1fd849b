import t from 'tap'
import { valuesIn } from '#toolkit/conformance/resources/thing-paths.js'

t.test('the values of a path', async (t) => {
  const values = valuesIn('/zoos/{zoo}/pets/{pet}', '/zoos/west/pets/rex%20one?sort=name')
  t.same([...values.values()], ['west', 'rex one'])
  t.equal(valuesIn('/zoos', '/zoos').size, 0)
})
