import t from 'tap'
import type { Change } from '#toolkit/diff/change.js'
import { DIFF_FORMATS, type DiffFormat, formatDiff } from '#toolkit/diff/report/formats.js'
import { goldenRows } from '../../helpers/golden.js'
import { yamlOf } from '../../helpers/rows.js'

const CHANGES = yamlOf(`
- rule: request-body-bounds
  severity: breaking
  operations: [POST /plants, 'PUT /plants/{id}', 'PATCH /plants/{id}']
  part: request body
  who: clients that send id
  text: 'id: maximum none → 9007199254740993 *for all*'
  old: &one { at: 'old.yaml:1:7', pointer: '#/components/schemas/Plant' }
  new: &two { at: 'old.yaml:2:7', pointer: '#/components/schemas/Plant' }
  witness: { value: { id: 9007199254740994, name: '\`a\` \`\`b\`\`' } }
- { rule: request-body-length, severity: breaking, operations: [POST /plants, PUT /plants], part: request body, who: clients that send name, path: name, text: maxLength none → 500, old: *one, new: *two, witness: { value: ${'x'.repeat(501)} } }
- rule: response-body-alternatives
  severity: undecided
  operations: [GET /plants]
  part: response 200
  who: clients that read the body
  text: 'oneOf [{"$ref":"#/$defs/A"}] → [{"$ref":"#/$defs/B"},{"$ref":"#/$defs/C"}]'
  old: { at: 'old.yaml:3:7', pointer: '#/components/schemas/Plant' }
  new: { at: 'old.yaml:4:7', pointer: '#/components/schemas/Plant' }
- { rule: server-removed, severity: notice, operations: [], part: '', who: clients that call it there, text: the server https://a.test is removed }
`) as readonly Change[]

t.test('the forms of a report', async (t) => {
  const rows = Object.keys(DIFF_FORMATS).map((format): [string, string[]] => {
    const text = formatDiff({ changes: CHANGES, compared: 12 }, format as DiffFormat)
    return [format, text.split('\n')]
  })
  goldenRows(t, 'diff.txt', rows)
})

t.test('a report of no changes', async (t) => {
  const diff = { changes: [], compared: 1 }
  t.equal(formatDiff(diff, 'text'), '1 operation compared: 0 breaking, 0 undecided, 0 notices')
  t.equal(formatDiff(diff, 'markdown'), formatDiff(diff, 'text'))
  t.same(JSON.parse(formatDiff(diff, 'json')), diff)
})
