import t from 'tap'
import { coveredPaths, shapeOf } from '#toolkit/runtime/routing/paths.js'

const shapes: [url: string, shape: string][] = [
  ['/plants', '/plants'],
  ['/plants/:id', '/plants/{}'],
  ['/plants/:id::move', '/plants/{}:move'],
  ['/a::b/:c', '/a:b/{}'],
  ['/:a(^(?:(?!\\(x)[\\s\\S])+)::(x/:b', '/{}:(x/{}'],
  ['/:a(^b', '/{}'],
]

for (const [url, shape] of shapes) {
  t.test(`${url} has the shape ${shape}`, async (t) => {
    t.equal(shapeOf(url), shape)
  })
}

t.test('a path is covered by those that take all that it takes', async (t) => {
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
