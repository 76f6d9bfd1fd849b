import t from 'tap'
import { withFrames } from '#toolkit/cli/generate/output.js'

const TEXT = `openapi: 3.1.0
info: {title: T, version: 1}
paths: {}
\u001b[31m
${'x'.repeat(200)}`

const framed = (...problems: readonly string[]) => withFrames(problems.join('\n'), () => TEXT)

t.test('a problem has the three lines around its place', (t) => {
  t.equal(
    framed('a.yaml:2:18 #/info/version is a number; quote it', 'a.yaml: 2 more'),
    `a.yaml:2:18 #/info/version is a number; quote it
  1 | openapi: 3.1.0
> 2 | info: {title: T, version: 1}
                       ^
  3 | paths: {}
a.yaml: 2 more`,
  )
  t.end()
})

t.test('a frame is narrow, and has no control characters', (t) => {
  t.equal(
    framed('a.yaml:5:120 # it is long; cut it'),
    `a.yaml:5:120 # it is long; cut it\n  4 |  [31m\n> 5 | ${'x'.repeat(94)}`,
  )
  t.match(framed('a.yaml:1:1 # first; it is'), /\n> 1 \| openapi: 3\.1\.0\n {6}\^\n {2}2 \| info/)
  t.end()
})

t.test('without its file a problem is a line', (t) => {
  const found = withFrames('nowhere.yaml:1:1 # it is gone; name another')
  t.equal(found, 'nowhere.yaml:1:1 # it is gone; name another')
  t.end()
})
