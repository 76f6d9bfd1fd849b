import t from 'tap'
import { string } from '#toolkit/runtime/json/serializers.js'

const LONE = /[\ud800-\udfff]/

t.test('every character', async (t) => {
  const wrong: string[] = []
  for (let unit = 0; unit <= 0xffff; unit++) {
    const text = `a${String.fromCharCode(unit)}b`
    if (outcome(text) !== (LONE.test(text) ? undefined : JSON.stringify(text))) wrong.push(text)
  }
  t.same(wrong, [])
})

t.test('an escape at any place', async (t) => {
  for (let length = 0; length <= 40; length++) {
    for (let at = 0; at < length; at++) {
      const text = `${'a'.repeat(at)}"${'€'.repeat(length - at - 1)}`
      if (outcome(text) !== JSON.stringify(text)) t.fail(JSON.stringify(text))
    }
  }
  t.equal(string('💚'.repeat(40)), JSON.stringify('💚'.repeat(40)))
})

t.test('a text of many megabytes', async (t) => {
  const plain = 'fern '.repeat(2_000_000)
  t.ok(string(plain) === `"${plain}"`)
  t.ok(string(`${plain}\n`) === `"${plain}\\n"`)
})

/** `undefined` for a text that is refused. */
function outcome(text: string): string | undefined {
  try {
    return string(text)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}
