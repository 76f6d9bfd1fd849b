import t from 'tap'
import { coveredPaths } from '#toolkit/runtime/routing/covered-paths.js'

t.test('a path is covered by paths that match all of its requests', async (t) => {
  const routes = [
    ...[
      { url: '/a/b', method: 'GET' },
      { url: '/a/:x', method: 'PUT' },
    ],
    ...[
      { url: '/a/:x', method: 'GET' },
      { url: '/:x/:y', method: 'DELETE' },
    ],
    ...[
      { url: '/c/:x', method: 'DELETE' },
      { url: '/d', method: 'GET' },
    ],
  ]
  t.same(coveredPaths(routes), [
    { url: '/a/b', methods: ['GET'], others: ['PUT', 'DELETE'] },
    { url: '/a/:x', methods: ['PUT', 'GET'], others: ['DELETE'] },
  ])
})

t.test('a path may have any number of segments', async (t) => {
  const long = '/a'.repeat(10_000)
  const covered = coveredPaths([
    { url: `${long}/b`, method: 'GET' },
    { url: `${long}/:id`, method: 'DELETE' },
  ])
  t.match(covered, [{ url: `${long}/b`, others: ['DELETE'] }])
})
