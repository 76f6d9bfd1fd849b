import path from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { execute } from '#toolkit/cli/process/child.js'
import { compiledModule, fixture } from '../../helpers/serve-document.js'
import { ROOT } from '../../helpers/tsc.js'

const FLAG = '--disallow-code-generation-from-strings'
const url = (file: string) => JSON.stringify(pathToFileURL(path.join(ROOT, file)).href)

/** Runs a module under the flag. */
function run(code: string) {
  const args = [FLAG, '--input-type=module', '--eval', code]
  return execute(process.execPath, args, { cwd: ROOT })
}

t.test('generated code and the runtime evaluate no strings as code', async (t) => {
  const module = await compiledModule(t, await fixture('plants.yaml'))
  const { stdout, stderr } = await run(`
    import { contract } from ${JSON.stringify(module.href)}
    import { explainBy } from ${url('src/toolkit/dist/validation/explain/explain.js')}
    import { parseJson } from ${url('src/toolkit/dist/runtime/json/parse.js')}
    import { applyConversions } from ${url('src/toolkit/dist/validation/conversions/converted-values.js')}
    const schemaOf = ($ref) => contract.schemas.find(({ $id }) => $ref === $id + '#')
    const explain = (name, value) => explainBy(schemaOf, name, value)
    const [operation] = contract.operations
    const { schema, validate, conversions } = operation.requestBody.content['application/json']
    const body = parseJson(Buffer.from('{"id":9007199254740993,"name":"fern"}'), conversions)
    console.log(validate(body), applyConversions(body, conversions).id)
    console.log(operation.responses['200']['application/json'].serialize({ name: 'fern' }))
    console.log(explain(schema, { id: 1 })[0].message)
    try {
      new Function('')
    } catch (error) {
      console.log(error.name)
    }`)
  t.same(stdout.trim().split('\n'), [
    ...['true 9007199254740993n', '{"name":"fern"}'],
    "must have required property 'name'",
    'EvalError',
  ])
  t.equal(stderr, '')
})
