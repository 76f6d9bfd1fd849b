import t from 'tap'
import { shapeOf } from '#toolkit/openapi/route.js'

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
